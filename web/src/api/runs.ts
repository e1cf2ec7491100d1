import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { pollEvery } from '../events/connection';
import { api } from './client';
import type { RunInfo, RunResults } from './types';
import { unwrap } from './unwrap';

// The filters of a list of runs, as the address of the page has them.
export interface RunFilters {
  project?: string;
  environment?: string;
  // A status of the API, or one of the two that follow from other fields.
  status?: string;
  type?: string;
  from?: string;
  to?: string;
  q?: string;
  job?: string;
  schedule?: string;
}

export interface RunPage {
  data: RunInfo[];
  total: number;
  next: string | null;
}

const pageSize = '50';

function queryOf({ project, environment, status, type, from, to, q, job, schedule }: RunFilters) {
  const isStatus = status !== undefined && status !== 'unresolved' && status !== 'testsFailed';
  return {
    detail: 'true' as const,
    projectID: project,
    environmentID: environment,
    runStatus: isStatus ? (status as 'failed') : undefined,
    unresolved: status === 'unresolved' ? ('true' as const) : undefined,
    failedTests: status === 'testsFailed' ? ('true' as const) : undefined,
    runType: type as 'deploy' | 'refresh' | undefined,
    from,
    to,
    search: q,
    jobID: job,
    scheduleID: schedule,
  };
}

export function runsPath(filters: RunFilters): string {
  const given = Object.entries(queryOf(filters)).filter(([, value]) => value !== undefined) as [string, string][];
  return `/api/v1/runs?${new URLSearchParams(given)}`;
}

export async function fetchRuns(filters: RunFilters, limit: string, startingFrom?: string): Promise<RunPage> {
  const query = { ...queryOf(filters), limit, startingFrom };
  // The list is detailed, so its elements are not the short form.
  return (await unwrap(api.GET('/api/v1/runs', { params: { query } }))) as RunPage;
}

export const runsQuery = (filters: RunFilters) =>
  infiniteQueryOptions({
    queryKey: ['runs', 'list', filters],
    queryFn: ({ pageParam }) => fetchRuns(filters, pageSize, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: () => pollEvery(5_000, 60_000),
  });

// unresolvedQuery reads the newest failures that no later run has repaired; the total counts all of them.
export const unresolvedQuery = queryOptions({
  queryKey: ['runs', 'list', 'unresolved'],
  queryFn: () => fetchRuns({ status: 'unresolved' }, '5'),
  refetchInterval: () => pollEvery(15_000, 120_000),
});

// recentRunsQuery is what the palette offers.
export const recentRunsQuery = queryOptions({
  queryKey: ['runs', 'list', 'recent'],
  queryFn: () => fetchRuns({}, '50'),
  staleTime: 10_000,
});

// loadQuery reads how many runs wait and run.
export const loadQuery = queryOptions({
  queryKey: ['load'],
  queryFn: async () => (await unwrap(api.GET('/scheduler/runStatus'))).scheduler ?? { running: 0, waitingToRun: 0 },
  refetchInterval: () => pollEvery(5_000, 60_000),
});

export const runPath = (runID: string) => `/api/v1/runs/${runID}`;

export const isOver = (run: Pick<RunInfo, 'runStatus'>) => run.runStatus !== 'running' && run.runStatus !== 'waitingToRun';

export const runQuery = (runID: string) =>
  queryOptions({
    queryKey: ['runs', runID],
    queryFn: (): Promise<RunInfo> => unwrap(api.GET('/api/v1/runs/{runID}', { params: { path: { runID } } })),
    refetchInterval: (query) => (query.state.data && isOver(query.state.data) ? false : pollEvery(2_000, 15_000)),
  });

export const resultsQuery = (runID: string, isRunning: boolean) =>
  queryOptions({
    queryKey: ['runs', runID, 'results'],
    queryFn: (): Promise<RunResults> => unwrap(api.GET('/api/v1/runs/{runID}/results', { params: { path: { runID } } })),
    refetchInterval: () => (isRunning ? pollEvery(2_000, 15_000) : false),
    // Ten thousand results are large, and the address of the selection changes often.
    structuralSharing: false,
  });

// nodeSourceQuery reads the file of a node as a run used it. It never changes; development runs have none.
export const nodeSourceQuery = (runID: string, nodeID: string) =>
  queryOptions({
    queryKey: ['nodeSources', runID, nodeID],
    queryFn: () => unwrap(api.GET('/api/v1/runs/{runID}/nodes/{nodeID}/source', { params: { path: { runID, nodeID } } })),
    staleTime: Infinity,
    retry: false,
  });

function useRunChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['load'] });
      await queryClient.invalidateQueries({ queryKey: ['runs'] });
    },
  });
}

export interface RerunInput {
  runID: string;
  // Absent: the parameters of the old run.
  parameters?: Record<string, unknown>;
  ignoresFailedDeploy?: boolean;
}

export const useRerun = () =>
  useRunChange(({ runID, parameters, ignoresFailedDeploy }: RerunInput) =>
    unwrap(
      api.POST('/scheduler/rerun', {
        body: { runDetails: { runID, forceIgnoreEnvironmentStatus: ignoresFailedDeploy }, parameters },
      }),
    ),
  );

export interface StartInput {
  environmentID: string;
  jobID?: string;
  include?: string;
  exclude?: string;
  parallelism?: number;
  keepFailingRows?: boolean;
  onlyChanged?: boolean;
  // Only in a workspace: create the objects of the nodes and load nothing.
  createOnly?: boolean;
  parameters?: Record<string, unknown>;
}

export const useStartRun = () =>
  useRunChange(({ include, exclude, parallelism = 16, parameters, ...rest }: StartInput) =>
    unwrap(
      api.POST('/scheduler/startRun', {
        body: { runDetails: { ...rest, includeNodesSelector: include, excludeNodesSelector: exclude, parallelism }, parameters },
      }),
    ),
  );

export const useResumeDeployment = () =>
  useRunChange(({ environmentID, runID }: { environmentID: string; runID: string }) =>
    unwrap(
      api.POST('/api/v1/environments/{environmentID}/deployments/{runID}/resume', {
        params: { path: { environmentID, runID } },
        body: {},
      }),
    ),
  );

export const useCancelRun = () =>
  useRunChange((runID: string) => unwrap(api.POST('/scheduler/cancelRun', { body: { runID } })));

export const environmentJobsQuery = (environmentID: string) =>
  queryOptions({
    queryKey: ['environments', environmentID, 'jobs'],
    queryFn: async () =>
      (await unwrap(api.GET('/api/v1/environments/{environmentID}/jobs', { params: { path: { environmentID } } }))).data,
    staleTime: 60_000,
    retry: false,
  });
