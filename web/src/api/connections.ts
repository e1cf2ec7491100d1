import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from './unwrap';
import { api } from './client';
import type { ConnectionCreate, ConnectionUpdate } from './types';

export const connectionsPath = '/api/v1/connections?orderBy=name';

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async () => (await unwrap(api.GET('/api/v1/connections', { params: { query: { orderBy: 'name' } } }))).data,
});

export function useCreateConnection() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ConnectionCreate) => unwrap(api.POST('/api/v1/connections', { body })),
    // The body contains a secret, so it must not stay in the mutation cache.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['connections'] }),
  });
}

export function useUpdateConnection() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ connectionID, body }: { connectionID: string; body: ConnectionUpdate }) =>
      unwrap(api.PATCH('/api/v1/connections/{connectionID}', { params: { path: { connectionID } }, body })),
    // The body may contain a secret, so it must not stay in the mutation cache.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['connections'] }),
  });
}

export function useDeleteConnection() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (connectionID: string) =>
      unwrap(api.DELETE('/api/v1/connections/{connectionID}', { params: { path: { connectionID } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['connections'] }),
  });
}

export const useTestConnection = () =>
  useMutation({
    mutationFn: (connectionID: string) =>
      unwrap(api.POST('/api/v1/connections/{connectionID}/test', { params: { path: { connectionID } } })),
  });
