import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from './unwrap';
import { api } from './client';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => unwrap(api.GET('/api/v1/auth/sessions', { params: { query: { orderBy: 'createdAt', orderByDirection: 'desc' } } })),
});

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionID: string) => unwrap(api.DELETE('/api/v1/auth/sessions/{sessionID}', { params: { path: { sessionID } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  });
}

// useEndOtherSessions ends all sessions but the one of this browser, and returns how many.
export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await unwrap(api.DELETE('/api/v1/auth/sessions'))).ended,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  });
}

// useConfirmPassword proves that the user is still at the browser, before something that lasts longer than the session.
export function useConfirmPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => unwrap(api.POST('/api/v1/auth/confirm', { body: { password } })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['me'] }),
  });
}
