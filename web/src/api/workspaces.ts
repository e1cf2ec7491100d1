import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { announce } from '../ui/announce';
import { api } from './client';
import type { components } from './schema.gen';
import type { Workspace } from './types';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export const workspacePath = (workspaceID: string) => `/api/v1/workspaces/${workspaceID}`;

export const workspacesPath = (projectID: string) => `/api/v1/workspaces?project=${projectID}&orderBy=name`;

export const workspacesQuery = (project: string) =>
  queryOptions({
    queryKey: ['workspaces', { project }],
    queryFn: async (): Promise<Workspace[]> =>
      (await unwrap(api.GET('/api/v1/workspaces', { params: { query: { project, orderBy: 'name' } } }))).data,
  });

export const workspaceQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID],
    queryFn: (): Promise<Workspace> =>
      unwrap(api.GET('/api/v1/workspaces/{workspaceID}', { params: { path: { workspaceID } } })),
  });

// useWorkspaceChange repeats the queries about workspaces after a change, and announces it. Projects list their
// workspaces. The announcement is here because a form may be gone when the change is made.
export function useWorkspaceChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>, done?: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      if (done) announce(done);
      await queryClient.invalidateQueries({ queryKey: ['workspaces'] });
      await queryClient.invalidateQueries({ queryKey: ['projects'] });
    },
  });
}

export const useCreateWorkspace = () =>
  useWorkspaceChange((body: Schemas['WorkspaceCreate']) => unwrap(api.POST('/api/v1/workspaces', { body })), 'The workspace is created');

export const useUpdateWorkspace = (workspaceID: string) =>
  useWorkspaceChange(
    (body: Schemas['WorkspaceUpdate']) =>
      unwrap(api.PATCH('/api/v1/workspaces/{workspaceID}', { params: { path: { workspaceID } }, body })),
    'The workspace is saved',
  );

export function useDeleteWorkspace() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (workspaceID: string) =>
      unwrap(api.DELETE('/api/v1/workspaces/{workspaceID}', { params: { path: { workspaceID } } })),
    // Queries of the deleted workspace would get 404.
    onSuccess: async (_, workspaceID) => {
      queryClient.removeQueries({ queryKey: ['workspaces', workspaceID] });
      await queryClient.invalidateQueries({ queryKey: ['workspaces'] });
      await queryClient.invalidateQueries({ queryKey: ['projects'] });
    },
  });
}
