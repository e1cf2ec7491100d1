import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { DeploymentRun } from '../api/deployments';
import { type RunPage, isOver } from '../api/runs';
import type { NodeEvent, NodeResult, RunEvent, RunInfo, RunResults } from '../api/types';
import { applyDeployment } from './applyDeployment';
import { applyEnvironment } from './applyEnvironment';
import { applySchedule } from './applySchedule';
import type { StreamEvent } from './messages';
import type { Refresher } from './Refresher';

// applyEvents changes what the page shows. An event has the state; the rest, such as statements and errors, is read again
// at intervals.
export function applyEvents(queryClient: QueryClient, refresher: Refresher, events: StreamEvent[]): void {
  const nodes = new Map<number, Map<string, NodeEvent>>();
  for (const event of events) {
    if (event.kind === 'node') {
      const ofRun = nodes.get(event.data.runID) ?? new Map<string, NodeEvent>();
      nodes.set(event.data.runID, ofRun.set(event.data.nodeID, event.data));
    } else apply(queryClient, refresher, event);
  }
  nodes.forEach((changed, runID) => applyNodes(queryClient, refresher, `${runID}`, changed));
}

function apply(queryClient: QueryClient, refresher: Refresher, event: Exclude<StreamEvent, { kind: 'node' }>): void {
  switch (event.kind) {
    case 'run':
      return applyRun(queryClient, refresher, event.data);
    case 'deployment':
      return applyDeployment(queryClient, refresher, event.data);
    case 'environment':
      return applyEnvironment(queryClient, refresher, event.data);
    case 'schedule':
      return applySchedule(queryClient, refresher, event.data);
  }
}

function applyRun(queryClient: QueryClient, refresher: Refresher, event: RunEvent): void {
  const runID = `${event.id}`;
  queryClient.setQueryData<RunInfo>(['runs', runID], (old) => old && changedRun(old, event));
  queryClient.setQueriesData<InfiniteData<RunPage> | RunPage>({ queryKey: ['runs', 'list'] }, (old) => old && changedList(old, event));
  if (isOver(event)) {
    refresher.request(['runs', runID], 0);
    refresher.request(['environments', 'nodeHealth', event.environmentID], 1_000);
    refresher.request(['environments', 'nodeHistory', event.environmentID], 1_000);
    refresher.request(['environments', 'catalog', event.environmentID], 1_000);
  }
  refresher.requestOverviews(event.environmentID, 1_000);
  refresher.request(['load'], 500);
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
  queryClient.setQueryData<DeploymentRun>(
    ['deploymentRuns', runID],
    (old) => old && { ...old, steps: old.steps.map((node) => changedNode(node, changed)) },
  );
  refresher.request(key, 1_000);
  refresher.request(['deploymentRuns', runID], 1_000);
  refresher.request(['runs', 'list'], 3_000);
  const environmentID = changed.values().next().value?.environmentID;
  if (environmentID !== undefined) refresher.requestOverviews(environmentID, 2_000);
}

// A node that is over does not change any more; an event that was sent before its results is older than they are.
function changedNode(node: NodeResult, changed: Map<string, NodeEvent>): NodeResult {
  const event = changed.get(node.nodeID);
  if (!event || (node.runState !== 'waiting' && node.runState !== 'running')) return node;
  const { runState, startTime, endTime, failedTests } = event;
  return { ...node, runState, startTime, endTime, failedTests, isRunning: runState === 'running' };
}
