import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import type { RunInfo } from './types';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type WorkspaceNode = Schemas['Node'];
export type NodeColumn = Schemas['Column'];
export type Validation = Schemas['Validation'];
export type Diagnostic = Schemas['Diagnostic'];

const path = (workspaceID: string) => ({ params: { path: { workspaceID } } });

// Everything about the contents of a workspace has a key that begins with this one, so that an edit can invalidate it.
export const workspaceKey = (workspaceID: string) => ['workspaces', workspaceID];

export const workspaceQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceID), 'workspace'],
    queryFn: () => unwrap(api.GET('/api/v1/workspaces/{workspaceID}', path(workspaceID))),
  });

export const validationPath = (workspaceID: string) => `/api/v1/workspaces/${workspaceID}/validation`;

export const validationQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceID), 'validation'],
    queryFn: (): Promise<Validation> => unwrap(api.GET('/api/v1/workspaces/{workspaceID}/validation', path(workspaceID))),
    staleTime: 5_000,
  });

export const workspaceNodeQuery = (workspaceID: string, nodeID: string) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceID), 'nodes', nodeID],
    queryFn: (): Promise<WorkspaceNode> =>
      unwrap(api.GET('/api/v1/workspaces/{workspaceID}/nodes/{nodeID}', { params: { path: { workspaceID, nodeID } } })),
    staleTime: 5_000,
  });

export interface DetailedNodes {
  data: WorkspaceNode[];
  total: number;
}

// detailedNodesQuery reads nodes with their columns, up to the limit of a page.
export const detailedNodesQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceID), 'nodes', 'detailed'],
    queryFn: async (): Promise<DetailedNodes> => {
      const query = { detail: 'true' as const, limit: '1000', orderBy: 'locationName' };
      const params = { path: { workspaceID }, query };
      // The list is detailed, so its elements are not the short form.
      return (await unwrap(api.GET('/api/v1/workspaces/{workspaceID}/nodes', { params }))) as DetailedNodes;
    },
    structuralSharing: false,
    staleTime: 5_000,
  });

export const workspaceJobsQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceID), 'jobs'],
    queryFn: async () => (await unwrap(api.GET('/api/v1/workspaces/{workspaceID}/jobs', path(workspaceID)))).data,
    staleTime: 30_000,
  });

export const workspaceSubgraphsQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceID), 'subgraphs'],
    queryFn: async () => (await unwrap(api.GET('/api/v1/workspaces/{workspaceID}/subgraphs', path(workspaceID)))).data,
    staleTime: 30_000,
  });

export interface BranchSwitch {
  branch: string;
  // Whether uncommitted changes are lost.
  discard?: boolean;
}

export function useSwitchBranch(workspaceID: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BranchSwitch) => unwrap(api.POST('/api/v1/workspaces/{workspaceID}/branch', { ...path(workspaceID), body })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: workspaceKey(workspaceID) });
      await queryClient.invalidateQueries({ queryKey: ['projects'] });
    },
  });
}

// lastDevelopmentRunQuery reads the newest run of a workspace. Its key is one of the lists of runs, which events keep
// current.
export const lastDevelopmentRunQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['runs', 'list', 'development', workspaceID],
    queryFn: async () => {
      const query = { environmentID: workspaceID, limit: '1', detail: 'true' as const };
      return (await unwrap(api.GET('/api/v1/runs', { params: { query } }))) as { data: RunInfo[]; total: number; next: string | null };
    },
    select: (page) => page.data[0],
  });
