// The git account that the user works with in a project.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import { Problem } from './problem';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type GitAccount = Schemas['GitAccount'];

export const myGitAccountsQuery = queryOptions({
  queryKey: ['gitAccounts', 'mine'],
  queryFn: async (): Promise<GitAccount[]> => (await unwrap(api.GET('/api/v1/gitAccounts', { params: { query: { orderBy: 'gitAccountName' } } }))).data,
});

const notFound = 404;

// linkedGitAccountQuery has no data if no account is linked.
export const linkedGitAccountQuery = (projectID: string, userID: string) =>
  queryOptions({
    queryKey: ['gitAccounts', 'linked', projectID],
    queryFn: async (): Promise<GitAccount | null> => {
      const params = { path: { projectID, userID } };
      try {
        return await unwrap(api.GET('/api/v1/projects/{projectID}/gitAccounts/{userID}', { params }));
      } catch (error) {
        if (error instanceof Problem && error.status === notFound) return null;
        throw error;
      }
    },
  });

export interface LinkInput {
  projectID: string;
  userID: string;
  // Empty to unlink.
  gitAccountID: string;
}

export async function linkGitAccount({ projectID, userID, gitAccountID }: LinkInput): Promise<void> {
  const params = { path: { projectID, userID } };
  if (gitAccountID) {
    await unwrap(api.PUT('/api/v1/projects/{projectID}/gitAccounts/{userID}', { params, body: { gitAccountID } }));
  } else {
    await unwrap(api.DELETE('/api/v1/projects/{projectID}/gitAccounts/{userID}', { params }));
  }
}

export function useLinkGitAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: linkGitAccount,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['gitAccounts'] }),
  });
}

export function useCreateGitAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['GitAccountCreate']) => unwrap(api.POST('/api/v1/gitAccounts', { body })),
    // The body contains a token, so it must not stay in the mutation cache.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['gitAccounts'] }),
  });
}
