import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

export type SCIMToken = components['schemas']['SCIMToken'];
export type NewSCIMToken = components['schemas']['NewSCIMToken'];

export const scimTokensQuery = queryOptions({
  queryKey: ['scimTokens'],
  queryFn: async () => (await unwrap(api.GET('/api/v1/scimTokens', { params: { query: { limit: '1000', orderBy: 'createdAt' } } }))).data,
});

// Only the dialog that shows the new token stores it, so it must not stay in the mutation cache.
export function useCreateSCIMToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => unwrap(api.POST('/api/v1/scimTokens', { body: name ? { name } : {} })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['scimTokens'] }),
  });
}

export function useRevokeSCIMToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tokenID: string) => unwrap(api.DELETE('/api/v1/scimTokens/{tokenID}', { params: { path: { tokenID } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['scimTokens'] }),
  });
}
