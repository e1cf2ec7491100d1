import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { TokenCreate } from './types';
import { unwrap } from './unwrap';

export const userTokensQuery = (userID: string) =>
  queryOptions({
    queryKey: ['tokens', 'of', userID],
    queryFn: async () =>
      (await unwrap(api.GET('/api/v1/users/{userID}/tokens', { params: { path: { userID }, query: { limit: '1000', orderBy: 'createdAt' } } }))).data,
  });

// useCreateUserToken generates a token for a service account. Only the dialog that shows it stores it.
export function useCreateUserToken(userID: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: TokenCreate) => unwrap(api.POST('/api/v1/users/{userID}/tokens', { params: { path: { userID } }, body })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  });
}

export function useRevokeUserToken(userID: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tokenID: string) =>
      unwrap(api.DELETE('/api/v1/users/{userID}/tokens/{tokenID}', { params: { path: { userID, tokenID } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  });
}
