// The git operations of a workspace: what changed, commit, pull, push and branches.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type Conflict = Schemas['Conflict'];
export type PullAnswer = Schemas['PullAnswer'];
export type PushAnswer = Schemas['PushAnswer'];
export type Resolution = 'ours' | 'theirs';
export type ProjectDiff = Schemas['ProjectDiff'];
export type Validation = Schemas['Validation'];

export const workspaceDiffPath = (workspaceID: string) => `/api/v1/workspaces/${workspaceID}/diff`;

// workspaceDiffQuery compares the files of a workspace with its base commit.
export const workspaceDiffQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'diff'],
    queryFn: (): Promise<ProjectDiff> =>
      unwrap(api.GET('/api/v1/workspaces/{workspaceID}/diff', { params: { path: { workspaceID } } })),
    staleTime: 0,
  });

export const validationQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'validation'],
    queryFn: (): Promise<Validation> =>
      unwrap(api.GET('/api/v1/workspaces/{workspaceID}/validation', { params: { path: { workspaceID } } })),
    staleTime: 0,
  });

// useGitChange repeats everything that a git operation may change, also if it failed: a pull may have fetched commits.
function useGitChange<Input, Output>(projectID: string, mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['workspaces'] }),
      queryClient.invalidateQueries({ queryKey: ['branches', projectID] }),
      queryClient.invalidateQueries({ queryKey: ['commits', projectID] }),
      queryClient.invalidateQueries({ queryKey: ['environments', 'overviews'] }),
    ]);
  };
  return useMutation({ mutationFn, onSuccess: refresh, onError: refresh });
}

export interface WorkspaceOfProject {
  projectID: string;
  workspaceID: string;
}

export const useCommit = ({ projectID, workspaceID }: WorkspaceOfProject) =>
  useGitChange(projectID, (message: string) =>
    unwrap(api.POST('/api/v1/workspaces/{workspaceID}/commit', { params: { path: { workspaceID } }, body: { message } })),
  );

export const usePull = ({ projectID, workspaceID }: WorkspaceOfProject) =>
  useGitChange(projectID, (resolve: Record<string, Resolution>) =>
    unwrap(api.POST('/api/v1/workspaces/{workspaceID}/pull', { params: { path: { workspaceID } }, body: { resolve } })),
  );

export const usePush = (projectID: string) =>
  useGitChange(projectID, (branch: string) =>
    unwrap(api.POST('/api/v1/projects/{projectID}/push', { params: { path: { projectID } }, body: { branch } })),
  );

export const useDiscardChanges = ({ projectID, workspaceID }: WorkspaceOfProject) =>
  useGitChange(projectID, (paths: string[]) =>
    unwrap(api.POST('/api/v1/workspaces/{workspaceID}/discard', { params: { path: { workspaceID } }, body: { paths } })),
  );

export interface SwitchInput {
  branch: string;
  // Creates the branch first, at this commit or branch. At the base commit of the workspace it keeps its changes.
  from?: string;
  keep?: boolean;
  discard?: boolean;
}

export const useSwitchBranch = ({ projectID, workspaceID }: WorkspaceOfProject) =>
  useGitChange(projectID, async ({ branch, from, keep, discard }: SwitchInput) => {
    if (from !== undefined) {
      await unwrap(
        api.POST('/api/v1/projects/{projectID}/branches', { params: { path: { projectID } }, body: { name: branch, from } }),
      );
    }
    return unwrap(api.POST('/api/v1/workspaces/{workspaceID}/branch', { params: { path: { workspaceID } }, body: { branch, keep, discard } }));
  });
