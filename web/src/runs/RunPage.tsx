import { Button, Skeleton, Stack } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { lazy, useEffect, useMemo, useRef } from 'react';
import { problemOf } from '../api/problem';
import { isOver, resultsQuery, runQuery } from '../api/runs';
import type { NodeResult, RunInfo, RunResults } from '../api/types';
import { MissingObject } from '../ui/MissingObject';
import { PageSkeleton } from '../ui/PageSkeleton';
import { ProblemAlert } from '../ui/ProblemAlert';
import { TableSkeleton } from '../ui/TableSkeleton';
import { Gantt } from './Gantt';
import { NodePanel } from './NodePanel';
import { NodesSection } from './NodesSection';
import classes from './RunPage.module.css';
import { RunHeader } from './RunHeader';
import { RunViews } from './RunViews';
import { RunSummary } from './RunSummary';
import { useClock } from './duration';
import { countStates, failures, nodeKey } from './nodes';
import { useRunKeys } from './useRunKeys';
import { useSelectedNode } from './useSelectedNode';
import { useTimeLeft } from './useTimeLeft';

// The graph and the log are loaded when they are shown.
const RunGraph = lazy(() => import('./RunGraph'));
const RunLog = lazy(() => import('./RunLog'));

const route = getRouteApi('/signedIn/runs/$runID');
const noNodes: NodeResult[] = [];

// RunPage shows one run: what happened, why it failed and how to repair it.
export function RunPage() {
  const { runID } = route.useParams();
  const run = useQuery(runQuery(runID));
  const results = useQuery(resultsQuery(runID, run.data !== undefined && !isOver(run.data)));
  useLastResults(run.data, results);
  if (run.isPending) return <PageSkeleton />;
  if (run.data === undefined) return <MissingRun runID={runID} error={run.error} onRetry={() => void run.refetch()} />;
  return (
    <Stack gap="md">
      <LoadedRun run={run.data} results={results.data} />
      {results.data === undefined && results.isError && <ProblemAlert error={results.error} onRetry={() => void results.refetch()} />}
    </Stack>
  );
}

// useLastResults reads the results again when the run is found to be over: without events they were read before its end.
function useLastResults(run: RunInfo | undefined, { refetch }: UseQueryResult<RunResults>): void {
  const running = useRef<number>(undefined);
  useEffect(() => {
    if (run && isOver(run) && running.current === run.id) void refetch();
    running.current = run && !isOver(run) ? run.id : undefined;
  }, [run, refetch]);
}

function LoadedRun({ run, results }: { run: RunInfo; results: RunResults | undefined }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const now = useClock(!isOver(run));
  const nodes = results?.data ?? noNodes;
  const failed = useMemo(() => failures(nodes), [nodes]);
  const left = useTimeLeft(run, nodes, now);
  const counts = useMemo(() => (results ? countStates(results.data) : run.nodeCounts), [results, run.nodeCounts]);
  const selected = useSelectedNode(run, nodes, failed);
  const select = (key: string) => void navigate({ search: (old) => ({ q: old.q, view: old.view, node: key }), resetScroll: false });
  useRunKeys({ nodes, failed, selected, onSelect: select });
  const start = run.runStartTime ? Date.parse(run.runStartTime) : undefined;
  return (
    <>
      <RunHeader run={run} counts={counts} failed={failed} selected={selected} />
      <RunSummary run={run} counts={counts} left={left} now={now} />
      {start === undefined ? (
        <NotStarted run={run} />
      ) : (
        results && (
          <RunViews view={search.view ?? 'gantt'}>
            {search.view === 'graph' && <RunGraph run={run} nodes={nodes} selected={selected} onSelect={select} />}
            {search.view === 'log' && <RunLog run={run} nodes={nodes} />}
            {search.view === undefined && (
              <Gantt
                nodes={nodes}
                start={start}
                end={run.runEndTime ? Date.parse(run.runEndTime) : now}
                now={isOver(run) ? undefined : now}
                selected={selected && nodeKey(selected)}
                onSelect={select}
              />
            )}
          </RunViews>
        )
      )}
      {!results && <LoadingResults />}
      {selected && <NodePanel run={run} node={selected} failed={failed} search={search} now={now} />}
      {results && <NodesSection nodes={nodes} selected={selected && nodeKey(selected)} now={now} />}
    </>
  );
}

function LoadingResults() {
  return (
    <Stack gap="md" aria-busy="true">
      <Skeleton height={180} radius="lg" />
      <TableSkeleton rows={6} />
    </Stack>
  );
}

function NotStarted({ run }: { run: RunInfo }) {
  if (isOver(run)) return null;
  return (
    <p className={classes.waiting} role="status">
      This run waits for a free worker, or for an earlier run of the same nodes. It starts by itself.
    </p>
  );
}

interface MissingRunProps {
  runID: string;
  error: unknown;
  onRetry: () => void;
}

function MissingRun({ runID, error, onRetry }: MissingRunProps) {
  const { status } = problemOf(error);
  if (status !== 404 && status !== 400) return <ProblemAlert error={error} onRetry={onRetry} />;
  return <MissingObject name={`Run ${runID}`} action={<Button component={Link} to="/runs">Go to the runs</Button>} />;
}
