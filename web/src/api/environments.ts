import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from './answer';
import { api } from './client';
import type { Environment, EnvironmentCreate, EnvironmentStatus, EnvironmentSummary } from './types';

const settled: EnvironmentStatus[] = ['Waiting', 'Failed Deploy', 'Failed Refresh', 'Failed Dev Run'];

// While something moves the badges follow it closely; otherwise a look now and then is enough.
function refreshEvery(environments: EnvironmentSummary[] | undefined): number {
  return environments?.some((environment) => !settled.includes(environment.status)) ? 3_000 : 30_000;
}

export const environmentsPath = (project?: string) => `/api/v1/environments${project ? `?project=${project}` : ''}`;

export const environmentsQuery = (project?: string) =>
  queryOptions({
    queryKey: ['environments', { project }],
    queryFn: async (): Promise<EnvironmentSummary[]> =>
      (await answer(api.GET('/api/v1/environments', { params: { query: { project } } }))).data,
    refetchInterval: (query) => refreshEvery(query.state.data),
  });

export const environmentQuery = (environmentID: string) =>
  queryOptions({
    queryKey: ['environments', environmentID],
    queryFn: (): Promise<Environment> =>
      answer(api.GET('/api/v1/environments/{environmentID}', { params: { path: { environmentID } } })),
  });

export function useCreateEnvironment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EnvironmentCreate) => answer(api.POST('/api/v1/environments', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['environments'] }),
  });
}

export function useDeleteEnvironment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (environmentID: string) =>
      answer(api.DELETE('/api/v1/environments/{environmentID}', { params: { path: { environmentID } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['environments'] }),
  });
}
