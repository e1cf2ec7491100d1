import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type Branch = Schemas['Branch'];
export type Commit = Schemas['Commit'];
export type FileChange = Schemas['FileChange'];

const mostCommits = '100';

export const branchesQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['branches', projectID],
    queryFn: async (): Promise<Branch[]> =>
      (await unwrap(api.GET('/api/v1/projects/{projectID}/branches', { params: { path: { projectID } } }))).data,
  });

export interface CommitPage {
  commits: Commit[];
  total: number;
}

// commitsQuery reads the newest commits of a branch; without one, of the default branch.
export const commitsQuery = (projectID: string, branch?: string) =>
  queryOptions({
    queryKey: ['commits', projectID, { branch }],
    queryFn: async (): Promise<CommitPage> => {
      const params = { path: { projectID }, query: { branch, limit: mostCommits } };
      const { data, total } = await unwrap(api.GET('/api/v1/projects/{projectID}/commits', { params }));
      return { commits: data, total };
    },
  });

// differenceQuery compares two commits. Commits never change, so the result stays valid.
export const differenceQuery = (projectID: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['difference', projectID, from, to],
    queryFn: async (): Promise<FileChange[]> => {
      const params = { path: { projectID }, query: { from, to } };
      return (await unwrap(api.GET('/api/v1/projects/{projectID}/diff', { params }))).changes;
    },
    staleTime: Infinity,
  });

export const isCommit = (name: string) => /^[0-9a-f]{40}$/.test(name);
