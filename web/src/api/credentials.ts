import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

export type OwnedToken = components['schemas']['OwnedToken'];
export type OwnedSession = components['schemas']['OwnedSession'];

export const organizationTokensPath = '/api/v1/tokens';
export const organizationSessionsPath = '/api/v1/sessions';

const newestUse = { limit: '50', orderBy: 'lastUsedAt', orderByDirection: 'desc' } as const;

// organizationTokensQuery lists the tokens of all users. Only administrators of the organization may read it.
export const organizationTokensQuery = infiniteQueryOptions({
  queryKey: ['tokens', 'all'],
  queryFn: ({ pageParam }) => unwrap(api.GET('/api/v1/tokens', { params: { query: { ...newestUse, startingFrom: pageParam } } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next ?? undefined,
});

// organizationSessionsQuery lists the sessions of all users. Only administrators of the organization may read it.
export const organizationSessionsQuery = infiniteQueryOptions({
  queryKey: ['sessions', 'all'],
  queryFn: ({ pageParam }) => unwrap(api.GET('/api/v1/sessions', { params: { query: { ...newestUse, startingFrom: pageParam } } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next ?? undefined,
});

export function useRevokeToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id: tokenID, user }: OwnedToken) =>
      unwrap(api.DELETE('/api/v1/users/{userID}/tokens/{tokenID}', { params: { path: { userID: user.id, tokenID } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  });
}

export function useEndUserSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id: sessionID, user }: OwnedSession) =>
      unwrap(api.DELETE('/api/v1/users/{userID}/sessions/{sessionID}', { params: { path: { userID: user.id, sessionID } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  });
}
