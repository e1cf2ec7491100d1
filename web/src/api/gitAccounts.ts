import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type GitAccount = Schemas['GitAccount'];
export type GitAccountCreate = Schemas['GitAccountCreate'];
export type GitAccountUpdate = Schemas['GitAccountUpdate'];

export const gitAccountsPath = '/api/v1/gitAccounts';

// gitAccountsQuery reads the accounts of a user. Only administrators may read those of others.
export const gitAccountsQuery = (accountOwner?: string) =>
  queryOptions({
    queryKey: ['gitAccounts', { accountOwner }],
    queryFn: async (): Promise<GitAccount[]> => (await unwrap(api.GET('/api/v1/gitAccounts', { params: { query: { accountOwner } } }))).data,
  });

function useAccountChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // A body contains a token, which must not stay in the mutation cache.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['gitAccounts'] }),
  });
}

export const useCreateGitAccount = (accountOwner?: string) =>
  useAccountChange((body: GitAccountCreate) => unwrap(api.POST('/api/v1/gitAccounts', { params: { query: { accountOwner } }, body })));

export const useUpdateGitAccount = (accountOwner?: string) =>
  useAccountChange(({ gitAccountID, body }: { gitAccountID: string; body: GitAccountUpdate }) =>
    unwrap(api.PATCH('/api/v1/gitAccounts/{gitAccountID}', { params: { path: { gitAccountID }, query: { accountOwner } }, body })),
  );

export const useDeleteGitAccount = (accountOwner?: string) =>
  useAccountChange((gitAccountID: string) =>
    unwrap(api.DELETE('/api/v1/gitAccounts/{gitAccountID}', { params: { path: { gitAccountID }, query: { accountOwner } } })),
  );
