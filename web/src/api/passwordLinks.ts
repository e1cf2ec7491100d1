import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

export type PasswordLink = components['schemas']['PasswordLink'];
export type PasswordLinkInfo = components['schemas']['PasswordLinkInfo'];

// useCreatePasswordLink creates a link for a user. The result contains a secret, so it must not stay in the mutation cache.
export const useCreatePasswordLink = () =>
  useMutation({
    mutationFn: ({ userID, mail }: { userID: string; mail: boolean }) =>
      unwrap(api.POST('/api/v1/users/{userID}/passwordLink', { params: { path: { userID } }, body: { mail } })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
  });

// passwordLinkQuery says who a link is for, and does not use it. It is not kept: its key contains the secret.
export const passwordLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['passwordLink', token],
    queryFn: () => unwrap(api.POST('/api/v1/auth/passwordLink/check', { body: { token } })),
    enabled: token !== '',
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    meta: { showsOwnErrors: true },
  });

// useChoosePassword sets the password with a link and starts a session.
export const useChoosePassword = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string }) => unwrap(api.POST('/api/v1/auth/passwordLink', { body })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
  });

export const useRequestPasswordReset = () =>
  useMutation({
    mutationFn: (email: string) => unwrap(api.POST('/api/v1/auth/passwordReset', { body: { email } })),
    meta: { showsOwnErrors: true },
  });
