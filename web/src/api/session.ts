import { queryOptions, useMutation } from '@tanstack/react-query';
import { answer } from './answer';
import { api } from './client';
import type { Login, PasswordChange } from './types';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => answer(api.GET('/api/v1/auth/me')),
  staleTime: 5 * 60_000,
});

// The answer of a login holds an access token. The browser has its cookie and needs no token, so it is dropped
// here, before anything could keep it.
async function signIn(login: Login): Promise<void> {
  await answer(api.POST('/api/v1/auth/login', { body: login }));
}

export const useSignIn = () => useMutation({ mutationFn: signIn, gcTime: 0, meta: { showsOwnErrors: true } });

export const useSignOut = () => useMutation({ mutationFn: () => answer(api.POST('/api/v1/auth/logout')) });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: PasswordChange) => answer(api.POST('/api/v1/auth/password', { body })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
  });
