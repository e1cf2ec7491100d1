import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from './unwrap';
import { api } from './client';
import type { ProjectCreate } from './types';

export const projectsPath = '/api/v1/projects?includeWorkspaces=true&orderBy=name';

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async () => (await unwrap(api.GET('/api/v1/projects', { params: { query: { includeWorkspaces: 'true', orderBy: 'name' } } }))).data,
});

export const projectQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID],
    queryFn: () =>
      unwrap(
        api.GET('/api/v1/projects/{projectID}', {
          params: { path: { projectID }, query: { includeWorkspaces: 'true' } },
        }),
      ),
  });

export function useCreateProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProjectCreate) => unwrap(api.POST('/api/v1/projects', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
  });
}

export function useDeleteProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (projectID: string) => unwrap(api.DELETE('/api/v1/projects/{projectID}', { params: { path: { projectID } } })),
    // Invalidates only the list: the page of the deleted project is about to close, and its query would get 404.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['projects'], exact: true }),
  });
}
