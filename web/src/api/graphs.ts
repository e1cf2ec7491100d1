import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type NodeGraph = Schemas['Graph'];
export type GraphNode = Schemas['GraphNode'];
export type GraphEdge = Schemas['GraphEdge'];
export type LocationCount = Schemas['LocationCount'];

export const workspaceGraphPath = (workspaceID: string) => `/api/v1/workspaces/${workspaceID}/graph`;

export const workspaceGraphQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'graph'],
    queryFn: (): Promise<NodeGraph> => unwrap(api.GET('/api/v1/workspaces/{workspaceID}/graph', { params: { path: { workspaceID } } })),
    // A graph has thousands of nodes; comparing them takes longer than drawing them.
    structuralSharing: false,
    staleTime: 5_000,
  });

export const environmentGraphQuery = (environmentID: string) =>
  queryOptions({
    queryKey: ['environments', environmentID, 'graph'],
    queryFn: (): Promise<NodeGraph> =>
      unwrap(api.GET('/api/v1/environments/{environmentID}/graph', { params: { path: { environmentID } } })),
    structuralSharing: false,
    staleTime: 60_000,
  });
