import { Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import type { PreviewStage } from '../api/nodes';
import { SqlView } from '../runs/SqlView';
import { SegmentChoice } from '../ui/SegmentChoice';
import { counted } from '../ui/text';
import classes from './Panels.module.css';
import type { NodeEditor } from './useNodeEditor';

// StagesPanel shows the SQL of the draft. Plans and runs use the same SQL.
export function StagesPanel({ editor }: { editor: NodeEditor }) {
  const [template, setTemplate] = useState<'create' | 'run'>('run');
  const { draft } = editor;
  if (!draft) return <Skeleton height={200} m="sm" aria-busy="true" />;
  const stages = draft[template];
  return (
    <div className={classes.panel}>
      <div className={classes.bar}>
        <Text size="sm">
          {counted(stages.length, 'stage')}
          {editor.changes > 0 && ', unsaved version'}
        </Text>
        <SegmentChoice
          label="Template"
          value={template}
          options={[
            { value: 'create', label: 'Create' },
            { value: 'run', label: 'Run' },
          ]}
          onChange={setTemplate}
        />
      </div>
      {stages.length === 0 && (
        <Text size="sm" c="dimmed" p="sm">
          {draft.diagnostics.some(({ severity }) => severity === 'error') ? 'There is no SQL while the node has errors.' : 'This template is empty.'}
        </Text>
      )}
      {stages.map((stage, index) => (
        <Stage key={index} stage={stage} number={index + 1} isOpen={stages.length <= 2} />
      ))}
    </div>
  );
}

function Stage({ stage, number, isOpen }: { stage: PreviewStage; number: number; isOpen: boolean }) {
  const title = stage.name || 'Statement';
  return (
    <details className={classes.stage} open={isOpen}>
      <summary>
        <span>{number}</span> {title}
        {stage.type === 'sqlTest' && <small>test</small>}
      </summary>
      <SqlView title={title} sql={stage.sql} />
    </details>
  );
}
