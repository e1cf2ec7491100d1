import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import { unwrap } from './unwrap';

export const userTokensQuery = (userID: string) =>
  queryOptions({
    queryKey: ['tokens', 'of', userID],
    queryFn: async () =>
      (await unwrap(api.GET('/api/v1/users/{userID}/tokens', { params: { path: { userID }, query: { limit: '1000', orderBy: 'createdAt' } } }))).data,
  });

export function useRevokeUserToken(userID: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tokenID: string) =>
      unwrap(api.DELETE('/api/v1/users/{userID}/tokens/{tokenID}', { params: { path: { userID, tokenID } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  });
}
