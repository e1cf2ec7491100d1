import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type NodeRun, nodeHistoryQuery } from '../api/catalog';
import { formatDuration } from '../runs/duration';
import { ProblemAlert } from '../ui/ProblemAlert';
import { NodeHistoryBars } from './NodeHistoryBars';
import classes from './NodeHistory.module.css';

interface NodeHistoryProps {
  environmentID: string;
  nodeID: string;
}

// NodeHistory shows the durations and rows of the last runs of a node.
export function NodeHistory({ environmentID, nodeID }: NodeHistoryProps) {
  const history = useQuery(nodeHistoryQuery(environmentID, nodeID));
  if (history.isPending) return <Skeleton height={64} aria-busy="true" />;
  if (!history.data) return <ProblemAlert error={history.error} onRetry={() => void history.refetch()} />;
  const { data: runs, usualMilliseconds } = history.data;
  if (runs.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No run has built it yet.
      </Text>
    );
  }
  const rows = runs.find((run) => run.rows !== undefined)?.rows;
  return (
    <div className={classes.history}>
      <NodeHistoryBars runs={runs} measure="duration" />
      <Text size="xs" c="dimmed">
        Duration{usualMilliseconds === undefined ? '' : `, usually ${formatDuration(usualMilliseconds)}`}
      </Text>
      {hasRows(runs) && (
        <>
          <NodeHistoryBars runs={runs} measure="rows" />
          <Text size="xs" c="dimmed">
            Rows{rows === undefined ? '' : `, last ${rows.toLocaleString('en')}`}
          </Text>
        </>
      )}
    </div>
  );
}

const hasRows = (runs: NodeRun[]) => runs.some(({ rows }) => (rows ?? 0) > 0);
