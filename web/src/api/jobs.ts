import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { RunPage } from './runs';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type Job = Schemas['Job'];
export type JobWrite = Schemas['JobWrite'];

export const workspaceJobPath = (workspaceID: string, jobID: string) => `/api/v1/workspaces/${workspaceID}/jobs/${jobID}`;

export const workspaceJobsQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'jobs'],
    queryFn: async (): Promise<Job[]> =>
      (await unwrap(api.GET('/api/v1/workspaces/{workspaceID}/jobs', { params: { path: { workspaceID } } }))).data,
  });

export const workspaceJobQuery = (workspaceID: string, jobID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'jobs', jobID],
    queryFn: (): Promise<Job> =>
      unwrap(api.GET('/api/v1/workspaces/{workspaceID}/jobs/{jobID}', { params: { path: { workspaceID, jobID } } })),
  });

// jobRunsQuery reads the newest runs of a project, or of one of its jobs.
export const jobRunsQuery = (projectID: string, jobID?: string) =>
  queryOptions({
    queryKey: ['runs', 'list', { project: projectID, job: jobID, purpose: 'jobs' }],
    queryFn: async (): Promise<RunPage> => {
      const query = { detail: 'true' as const, projectID, jobID, runType: 'refresh' as const, limit: jobID ? '10' : '200' };
      return (await unwrap(api.GET('/api/v1/runs', { params: { query } }))) as RunPage;
    },
  });

function useJobChange<Input, Output>(workspaceID: string, mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['workspaces', workspaceID, 'jobs'] }),
  });
}

export function useCreateJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ workspaceID, body }: { workspaceID: string; body: JobWrite }) =>
      unwrap(api.POST('/api/v1/workspaces/{workspaceID}/jobs', { params: { path: { workspaceID } }, body })),
    onSuccess: (_job, { workspaceID }) => queryClient.invalidateQueries({ queryKey: ['workspaces', workspaceID, 'jobs'] }),
  });
}

// useUpdateJob sends the version that the user has seen, so that the change of another user is not lost.
export const useUpdateJob = (workspaceID: string, jobID: string) =>
  useJobChange(workspaceID, (body: JobWrite) =>
    unwrap(api.PUT('/api/v1/workspaces/{workspaceID}/jobs/{jobID}', { params: { path: { workspaceID, jobID } }, body })),
  );

export function useDeleteJob(workspaceID: string, jobID: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/v1/workspaces/{workspaceID}/jobs/{jobID}', { params: { path: { workspaceID, jobID } } })),
    // Invalidates only the list: the page of the deleted job is about to close.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['workspaces', workspaceID, 'jobs'], exact: true }),
  });
}
