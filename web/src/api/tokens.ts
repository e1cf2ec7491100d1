import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from './unwrap';
import { api } from './client';
import type { TokenCreate } from './types';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => unwrap(api.GET('/api/v1/auth/tokens', { params: { query: { orderBy: 'createdAt' } } })),
});

// tokenCountQuery requests one token only, because the list envelope contains the total.
export const tokenCountQuery = (userID: string) =>
  queryOptions({
    queryKey: ['tokens', 'count', userID],
    queryFn: async () =>
      (await unwrap(api.GET('/api/v1/users/{userID}/tokens', { params: { path: { userID }, query: { limit: '1' } } }))).total,
    staleTime: 0,
  });

// Only the dialog that shows the new token stores it, so it must not stay in the mutation cache.
export function useCreateToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: TokenCreate) => unwrap(api.POST('/api/v1/auth/tokens', { body })),
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  });
}

export function useRevokeToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tokenID: string) => unwrap(api.DELETE('/api/v1/auth/tokens/{tokenID}', { params: { path: { tokenID } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  });
}

// useRevokeUnusedTokens revokes the tokens of old logins that were never used, and returns how many.
export function useRevokeUnusedTokens() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await unwrap(api.DELETE('/api/v1/auth/unusedTokens'))).revoked,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  });
}
