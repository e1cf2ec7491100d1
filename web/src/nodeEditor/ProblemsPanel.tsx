import { Text } from '@mantine/core';
import type { Diagnostic } from '../api/nodes';
import { Icon } from '../ui/Icon';
import { sentence } from '../ui/text';
import classes from './Panels.module.css';
import { columnsOf, isText } from './model';
import type { NodeSearch } from './search';
import type { NodeEditor } from './useNodeEditor';

interface ProblemsPanelProps {
  editor: NodeEditor;
  go: (change: NodeSearch) => void;
}

// ProblemsPanel lists what validation says about the draft. Each problem leads to its line or column.
export function ProblemsPanel({ editor, go }: ProblemsPanelProps) {
  const problems = editor.draft?.diagnostics ?? [];
  if (problems.length === 0) {
    return (
      <Text size="sm" c="dimmed" p="sm" role="status">
        {editor.isChecking ? 'Checking …' : 'No problems.'}
      </Text>
    );
  }
  const open = ({ line, columnID }: Diagnostic) => {
    if (isText(editor.node)) return go({ tab: 'sql', line: line === undefined ? undefined : String(line) });
    return go({ tab: 'columns', column: columnsOf(editor.node).find((column) => column.columnID === columnID)?.name });
  };
  return (
    <ul className={classes.problems} aria-label="Problems">
      {problems.map((problem, index) => (
        <li key={index} data-severity={problem.severity}>
          <button type="button" onClick={() => open(problem)}>
            <Icon name={problem.severity === 'error' ? 'failed' : 'alert'} size={16} />
            <span>
              <strong>{sentence(problem.message)}</strong>
              {problem.hint && <span>{sentence(problem.hint)}</span>}
              <code>
                {problem.severity} {problem.code}
                {isText(editor.node) && problem.line !== undefined && ` · line ${problem.line}, column ${problem.column ?? 1}`}
              </code>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
