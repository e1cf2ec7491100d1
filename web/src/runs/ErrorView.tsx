import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { nodeSourceQuery } from '../api/runs';
import type { NodeResult, QueryResult, RunInfo } from '../api/types';
import { CopyButton } from '../ui/CopyButton';
import classes from './ErrorView.module.css';
import { SqlView } from './SqlView';
import { errorLine } from './errorLine';
import { failedStage } from './nodes';
import { templateLine } from './templateLine';

interface ErrorViewProps {
  run: RunInfo;
  node: NodeResult;
  // Whether the run belongs to a workspace; the server stores no files of such runs.
  isWorkspace: boolean;
}

// ErrorView shows the engine's message and the statement that it is about.
export function ErrorView({ run, node, isWorkspace }: ErrorViewProps) {
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
      {stage && <Lines runID={isWorkspace ? undefined : `${run.id}`} nodeID={node.nodeID} stage={stage} line={errorLine(message)} />}
    </Stack>
  );
}

interface LinesProps {
  // Absent if the server stores no files of the run.
  runID: string | undefined;
  nodeID: string;
  stage: QueryResult;
  line: number | undefined;
}

// Lines shows the line that the engine rejected, beside the line of the node's file that it was rendered from. Without
// that line the statement has the full width.
function Lines({ runID = '', nodeID, stage, line }: LinesProps) {
  const source = useQuery({ ...nodeSourceQuery(runID, nodeID), enabled: runID !== '' && line !== undefined }).data;
  const written = source && line !== undefined ? templateLine(source.text, stage.sql, line) : undefined;
  if (!source || written === undefined) return <SqlView title={stage.name} sql={stage.sql} hotLine={line} />;
  return (
    <div className={classes.sides}>
      <SqlView title="Template" what="File" sql={source.text} hotLine={written} facts={<Fact text={`${source.file}:${written}`} />} />
      <SqlView title="What the engine got" sql={stage.sql} hotLine={line} facts={<Fact text={`${stage.name}, line ${line}`} />} />
    </div>
  );
}

function Fact({ text }: { text: string }) {
  return (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  );
}
