import { Stack, Text } from '@mantine/core';
import type { NodeResult, QueryResult } from '../api/types';
import { FailingRowsTable } from './FailingRowsTable';
import { SqlView } from './SqlView';
import { clockTime, durationText } from './duration';
import { errorLine } from './errorLine';
import { rowsText } from './nodes';

interface StatementViewProps {
  stage: QueryResult | undefined;
  node: NodeResult;
  now: number;
}

// StatementView shows one statement of a node with what the engine reported about it.
export function StatementView({ stage, node, now }: StatementViewProps) {
  if (!stage) return <Text c="dimmed">{noStatement(node)}</Text>;
  return (
    <Stack gap="md">
      <SqlView title={stage.name} sql={stage.sql} hotLine={errorLine(stage.error?.errorString ?? '')} facts={<Facts stage={stage} now={now} />} />
      {stage.error && (
        <Text size="sm" c={stage.type === 'sqlTest' ? 'var(--warning)' : 'var(--failed)'}>
          {stage.error.errorString}
        </Text>
      )}
      {stage.failingRows && <FailingRowsTable rows={stage.failingRows} label={`Failing rows of ${stage.name}`} />}
    </Stack>
  );
}

function Facts({ stage, now }: { stage: QueryResult; now: number }) {
  const rows = rowsText([stage]);
  const facts = [
    stage.startTime && `${clockTime(stage.startTime)}, ${durationText({ start: stage.startTime, end: stage.endTime ?? undefined }, now)}`,
    rows !== '–' && `${rows} rows`,
    stage.queryID && `query ${stage.queryID}`,
  ].filter(Boolean);
  return (
    <Text size="xs" c="dimmed">
      {facts.join(' · ')}
    </Text>
  );
}

function noStatement(node: NodeResult): string {
  switch (node.runState) {
    case 'waiting':
      return 'This node waits for other nodes or for a free slot.';
    case 'skipped':
      return 'This node did not run. Its data is what it was before.';
    case 'canceled':
      return 'The run was canceled before this node ran.';
    default:
      return node.reason ?? 'No statement was sent.';
  }
}
