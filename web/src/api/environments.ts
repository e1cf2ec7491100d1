import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { pollEvery } from '../events/connection';
import { unwrap } from './unwrap';
import { api } from './client';
import type { Environment, EnvironmentCreate, EnvironmentStatus, EnvironmentSummary } from './types';

const idleStatuses = new Set<EnvironmentStatus>(['Waiting', 'Failed Deploy', 'Failed Refresh', 'Failed Dev Run']);

// refreshEvery returns how often environments are read without events: a short interval while one is changing, so that its
// badge is current, and a long one otherwise.
function refreshEvery(environments: EnvironmentSummary[] | undefined): number {
  return environments?.some((environment) => !idleStatuses.has(environment.status)) ? 3_000 : 30_000;
}

export const environmentsPath = (project?: string) => `/api/v1/environments${project ? `?project=${project}` : ''}`;

export const environmentsQuery = (project?: string) =>
  queryOptions({
    queryKey: ['environments', { project }],
    queryFn: async (): Promise<EnvironmentSummary[]> =>
      (await unwrap(api.GET('/api/v1/environments', { params: { query: { project } } }))).data,
    refetchInterval: (query) => pollEvery(refreshEvery(query.state.data)),
  });

export const environmentQuery = (environmentID: string) =>
  queryOptions({
    queryKey: ['environments', environmentID],
    queryFn: (): Promise<Environment> =>
      unwrap(api.GET('/api/v1/environments/{environmentID}', { params: { path: { environmentID } } })),
  });

export function useCreateEnvironment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EnvironmentCreate) => unwrap(api.POST('/api/v1/environments', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['environments'] }),
  });
}

export function useDeleteEnvironment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (environmentID: string) =>
      unwrap(api.DELETE('/api/v1/environments/{environmentID}', { params: { path: { environmentID } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['environments'] }),
  });
}
