import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from './answer';
import { api } from './client';
import type { ProjectCreate } from './types';

export const projectsPath = '/api/v1/projects?includeWorkspaces=true&orderBy=name';

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async () => (await answer(api.GET('/api/v1/projects', { params: { query: { includeWorkspaces: 'true', orderBy: 'name' } } }))).data,
});

export const projectQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID],
    queryFn: () =>
      answer(
        api.GET('/api/v1/projects/{projectID}', {
          params: { path: { projectID }, query: { includeWorkspaces: 'true' } },
        }),
      ),
  });

export function useCreateProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProjectCreate) => answer(api.POST('/api/v1/projects', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
  });
}

export function useDeleteProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (projectID: string) => answer(api.DELETE('/api/v1/projects/{projectID}', { params: { path: { projectID } } })),
    // Only the list: the page of the project itself is about to go, and would ask for what is no longer there.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['projects'], exact: true }),
  });
}
