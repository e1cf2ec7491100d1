import { Stack } from '@mantine/core';
import type { NodeResult } from '../api/types';
import { CopyButton } from '../ui/CopyButton';
import classes from './ErrorView.module.css';
import { SqlView } from './SqlView';
import { errorLine } from './errorLine';
import { failedStage } from './nodes';

// ErrorView shows the engine's message and the statement that it is about.
export function ErrorView({ node }: { node: NodeResult }) {
  const stage = failedStage(node);
  const message = stage?.error?.errorString ?? node.error?.errorString ?? '';
  const hint = node.error?.errorDetail;
  return (
    <Stack gap="md">
      <div className={classes.error} data-state={node.runState}>
        <div className={classes.text}>
          <pre className={classes.message}>{message}</pre>
          {hint && <p className={classes.hint}>{hint}</p>}
        </div>
        <CopyButton label="Copy" text={message} />
      </div>
      {stage && <SqlView title={stage.name} sql={stage.sql} hotLine={errorLine(message)} />}
    </Stack>
  );
}
