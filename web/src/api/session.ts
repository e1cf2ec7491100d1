import { queryOptions, useMutation } from '@tanstack/react-query';
import { unwrap } from './unwrap';
import { api } from './client';
import type { Login, PasswordChange } from './types';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => unwrap(api.GET('/api/v1/auth/me')),
  staleTime: 5 * 60_000,
});

// signIn discards the access token in the response, because the browser uses its session cookie. So nothing can
// store the token.
async function signIn(login: Login): Promise<void> {
  await unwrap(api.POST('/api/v1/auth/login', { body: login }));
}

export const useSignIn = () => useMutation({ mutationFn: signIn, gcTime: 0, meta: { showsOwnErrors: true } });

export const useSignOut = () => useMutation({ mutationFn: () => unwrap(api.POST('/api/v1/auth/logout')) });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: PasswordChange) => unwrap(api.POST('/api/v1/auth/password', { body })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
  });
