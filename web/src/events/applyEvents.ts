import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type RunPage, isOver } from '../api/runs';
import type { NodeEvent, NodeResult, RunEvent, RunInfo, RunResults } from '../api/types';
import type { StreamEvent } from './messages';
import { Refresher } from './Refresher';

// applyEvents changes what the page shows about runs and their nodes. An event has the state; the rest, such as
// statements and errors, is read again at intervals.
export function applyEvents(queryClient: QueryClient, refresher: Refresher, events: StreamEvent[]): void {
  const nodes = new Map<number, Map<string, NodeEvent>>();
  for (const event of events) {
    if (event.kind === 'run') applyRun(queryClient, refresher, event.run);
    else {
      const ofRun = nodes.get(event.node.runID) ?? new Map<string, NodeEvent>();
      nodes.set(event.node.runID, ofRun.set(event.node.nodeID, event.node));
    }
  }
  nodes.forEach((changed, runID) => applyNodes(queryClient, refresher, `${runID}`, changed));
}

function applyRun(queryClient: QueryClient, refresher: Refresher, event: RunEvent): void {
  const runID = `${event.id}`;
  queryClient.setQueryData<RunInfo>(['runs', runID], (old) => old && changedRun(old, event));
  queryClient.setQueriesData<InfiniteData<RunPage> | RunPage>({ queryKey: ['runs', 'list'] }, (old) => old && changedList(old, event));
  if (isOver(event)) {
    refresher.request(['runs', runID], 0);
    refresher.request(['environments'], 1_000);
  }
  refresher.request(['load'], 500);
  refresher.request(['schedules'], 1_000);
  refresher.request(['runs', 'list'], 1_000);
}

function changedRun(run: RunInfo, event: RunEvent): RunInfo {
  const { runStatus, runStartTime, runEndTime, runFailureReason, failedTests, canceled } = event;
  return { ...run, runStatus, runStartTime, runEndTime, runFailureReason, failedTests, runDetails: { ...run.runDetails, canceled } };
}

function changedList(old: InfiniteData<RunPage> | RunPage, event: RunEvent) {
  const changedPage = (page: RunPage) => ({ ...page, data: page.data.map((run) => (run.id === event.id ? changedRun(run, event) : run)) });
  return 'pages' in old ? { ...old, pages: old.pages.map(changedPage) } : changedPage(old);
}

function applyNodes(queryClient: QueryClient, refresher: Refresher, runID: string, changed: Map<string, NodeEvent>): void {
  const key = ['runs', runID, 'results'];
  queryClient.setQueryData<RunResults>(key, (old) => old && { ...old, data: old.data.map((node) => changedNode(node, changed)) });
  refresher.request(key, 1_000);
  refresher.request(['runs', 'list'], 3_000);
}

// A node that is over does not change any more; an event that was sent before its results is older than they are.
function changedNode(node: NodeResult, changed: Map<string, NodeEvent>): NodeResult {
  const event = changed.get(node.nodeID);
  if (!event || (node.runState !== 'waiting' && node.runState !== 'running')) return node;
  const { runState, startTime, endTime, failedTests } = event;
  return { ...node, runState, startTime, endTime, failedTests, isRunning: runState === 'running' };
}
