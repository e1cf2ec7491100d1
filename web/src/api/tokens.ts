import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from './answer';
import { api } from './client';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => answer(api.GET('/api/v1/auth/tokens', { params: { query: { orderBy: 'createdAt' } } })),
});

// tokenCountQuery asks for one token only; the number is in the envelope.
export const tokenCountQuery = (userID: string) =>
  queryOptions({
    queryKey: ['tokens', 'count', userID],
    queryFn: async () =>
      (await answer(api.GET('/api/v1/users/{userID}/tokens', { params: { path: { userID }, query: { limit: '1' } } }))).total,
    staleTime: 0,
  });

// The new token lives in the dialog that shows it and nowhere else, hence no place in the mutation cache.
export function useCreateToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => answer(api.POST('/api/v1/auth/tokens', { body: name ? { name } : {} })),
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  });
}

export function useRevokeToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tokenID: string) => answer(api.DELETE('/api/v1/auth/tokens/{tokenID}', { params: { path: { tokenID } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  });
}
