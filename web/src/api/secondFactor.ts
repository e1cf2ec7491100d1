import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import { unwrap } from './unwrap';

export const secondFactorQuery = queryOptions({
  queryKey: ['secondFactor'],
  queryFn: () => unwrap(api.GET('/api/v1/auth/secondFactor')),
});

export const signInPolicyQuery = queryOptions({
  queryKey: ['signInPolicy'],
  queryFn: () => unwrap(api.GET('/api/v1/signInPolicy')),
});

// useFactorChange refreshes what a change of the second factor changes: it revokes tokens and ends other sessions, and a session that
// could only set one up can do everything. Secrets are in the bodies and in the responses, so they must not stay in the cache.
function useFactorChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    gcTime: 0,
    meta: { showsOwnErrors: true },
    onSuccess: async () => {
      for (const key of ['secondFactor', 'tokens', 'sessions', 'me']) await queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
}

export const useBeginSecondFactor = () =>
  useMutation({
    mutationFn: (password: string) => unwrap(api.POST('/api/v1/auth/secondFactor', { body: { password } })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
  });

export const useActivateSecondFactor = () =>
  useFactorChange((code: string) => unwrap(api.POST('/api/v1/auth/secondFactor/activation', { body: { code } })));

export const useRemoveSecondFactor = () =>
  useFactorChange((password: string) => unwrap(api.POST('/api/v1/auth/secondFactor/removal', { body: { password } })));

export const useCreateRecoveryCodes = () =>
  useFactorChange((password: string) => unwrap(api.POST('/api/v1/auth/secondFactor/recoveryCodes', { body: { password } })));

export function useSetSignInPolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (requiresSecondFactor: boolean) => unwrap(api.PUT('/api/v1/signInPolicy', { body: { requiresSecondFactor } })),
    meta: { showsOwnErrors: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(['signInPolicy'], saved);
      await queryClient.invalidateQueries({ queryKey: ['secondFactor'] });
    },
  });
}
