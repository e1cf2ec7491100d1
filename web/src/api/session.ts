import { queryOptions, useMutation } from '@tanstack/react-query';
import { unwrap } from './unwrap';
import { api } from './client';
import type { Login, PasswordChange } from './types';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => unwrap(api.GET('/api/v1/auth/me')),
  staleTime: 5 * 60_000,
});

// useSignIn starts a session: the browser gets a cookie, and no access token is created.
export const useSignIn = () =>
  useMutation({
    mutationFn: (body: Login) => unwrap(api.POST('/api/v1/auth/session', { body })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
  });

// useSecondStep completes a sign-in with the code of the second factor.
export const useSecondStep = () =>
  useMutation({
    mutationFn: (body: { ticket: string; code: string }) => unwrap(api.POST('/api/v1/auth/session/secondFactor', { body })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
  });

export const useSignOut = () => useMutation({ mutationFn: () => unwrap(api.POST('/api/v1/auth/logout')) });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: PasswordChange) => unwrap(api.POST('/api/v1/auth/password', { body })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
  });
