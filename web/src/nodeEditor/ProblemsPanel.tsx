import { Button, Text } from '@mantine/core';
import type { Diagnostic } from '../api/nodes';
import { Icon } from '../ui/Icon';
import { sentence } from '../ui/text';
import classes from './Panels.module.css';
import { fixLabel, withFix } from './fix';
import { isText } from './model';
import type { NodeEditor } from './useNodeEditor';

interface ProblemsPanelProps {
  editor: NodeEditor;
  onOpen: (problem: Diagnostic) => void;
}

// ProblemsPanel lists what validation says about the draft. Each problem leads to its line or column.
export function ProblemsPanel({ editor, onOpen }: ProblemsPanelProps) {
  const problems = editor.draft?.diagnostics ?? [];
  if (problems.length === 0) {
    return (
      <Text size="sm" c="dimmed" p="sm" role="status">
        {editor.isChecking ? 'Checking …' : 'No problems.'}
      </Text>
    );
  }
  const { node } = editor;
  return (
    <ul className={classes.problems} aria-label="Problems">
      {problems.map((problem, index) => (
        <li key={index} data-severity={problem.severity}>
          <button type="button" className={classes.problem} onClick={() => onOpen(problem)}>
            <Icon name={problem.severity === 'error' ? 'failed' : 'alert'} size={16} />
            <span>
              <strong>{sentence(problem.message)}</strong>
              {problem.hint && <span>{sentence(problem.hint)}</span>}
              <code>
                {problem.severity} {problem.code}
                {isText(node) && problem.line !== undefined && ` · line ${problem.line}, column ${problem.column ?? 1}`}
              </code>
            </span>
          </button>
          {problem.fix && isText(node) && !editor.isReadOnly && (
            <Button size="compact-sm" variant="default" className={classes.fix} onClick={() => editor.setText(withFix(node.sql, problem.fix!))}>
              {fixLabel(problem.fix)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
