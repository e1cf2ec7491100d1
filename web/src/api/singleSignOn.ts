import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import { Problem } from './problem';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type IdentityProvider = Schemas['IdentityProvider'];
export type IdentityProviderWrite = Schemas['IdentityProviderWrite'];
export type IdentityProviderTest = Schemas['IdentityProviderTest'];
export type SignInProvider = Schemas['SignInProvider'];

export const identityProviderPath = '/api/v1/identityProvider';

// signInMethodsQuery returns how a person signs in. Without an address it is about the host.
export const signInMethodsQuery = (email: string) =>
  queryOptions({
    queryKey: ['signInMethods', email],
    queryFn: () => unwrap(api.POST('/api/v1/auth/methods', { body: email ? { email } : {} })),
    staleTime: 60_000,
    retry: false,
    meta: { showsOwnErrors: true },
  });

// identityProviderQuery returns null if the organization has no identity provider.
export const identityProviderQuery = queryOptions({
  queryKey: ['identityProvider'],
  queryFn: async (): Promise<IdentityProvider | null> => {
    try {
      return await unwrap(api.GET('/api/v1/identityProvider'));
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return null;
      throw error;
    }
  },
});

// The bodies contain a secret, so they must not stay in the mutation cache.
export const useTestIdentityProvider = () =>
  useMutation({
    mutationFn: (body: IdentityProviderWrite) => unwrap(api.POST('/api/v1/identityProvider/test', { body })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
  });

export function useSaveIdentityProvider() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: IdentityProviderWrite) => unwrap(api.PUT('/api/v1/identityProvider', { body })),
    gcTime: 0,
    meta: { showsOwnErrors: true },
    onSuccess: (saved) => queryClient.setQueryData(['identityProvider'], saved),
  });
}

export function useDeleteIdentityProvider() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/v1/identityProvider')),
    onSuccess: () => queryClient.setQueryData(['identityProvider'], null),
  });
}
