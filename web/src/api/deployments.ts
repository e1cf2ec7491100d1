import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type Deployment = Schemas['Deployment'];
export type NodeResult = Schemas['NodeResult'];
export type RunInfo = Schemas['RunInfo'];

const mostDeployments = '100';

export const deploymentsPath = (environmentID: string) => `/api/v1/environments/${environmentID}/deployments`;

export const deploymentsQuery = (environmentID: string) =>
  queryOptions({
    queryKey: ['environments', 'deployments', environmentID],
    queryFn: async (): Promise<Deployment[]> => {
      const params = { path: { environmentID }, query: { limit: mostDeployments } };
      return (await unwrap(api.GET('/api/v1/environments/{environmentID}/deployments', { params }))).data;
    },
  });

export interface DeploymentRun {
  run: RunInfo;
  steps: NodeResult[];
}

// deploymentRunQuery reads a run that deploys, with the results of its nodes.
export const deploymentRunQuery = (runID: string) =>
  queryOptions({
    queryKey: ['deploymentRuns', runID],
    queryFn: async (): Promise<DeploymentRun> => {
      const params = { path: { runID } };
      const [run, results] = await Promise.all([
        unwrap(api.GET('/api/v1/runs/{runID}', { params })),
        unwrap(api.GET('/api/v1/runs/{runID}/results', { params })),
      ]);
      return { run, steps: results.data };
    },
  });

interface Resume {
  environmentID: string;
  runID: string;
  confirmDestructive: boolean;
}

// useResumeDeployment starts a run of the remaining steps, and returns its number.
export function useResumeDeployment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ environmentID, runID, confirmDestructive }: Resume): Promise<number> => {
      const params = { path: { environmentID, runID } };
      const call = api.POST('/api/v1/environments/{environmentID}/deployments/{runID}/resume', { params, body: { confirmDestructive } });
      return (await unwrap(call)).runCounter;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['environments'] }),
    // A rejection mostly means that the environment has changed.
    onError: () => queryClient.invalidateQueries({ queryKey: ['environments'] }),
  });
}
