// The parts of a workspace's project that its settings page edits.
import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';
import { useWorkspaceChange } from './workspaces';

type Schemas = components['schemas'];

export type NodeType = Schemas['NodeType'];
export type NodeTypeWrite = Schemas['NodeTypeWrite'];
export type Locations = Schemas['Locations'];
export type Subgraph = Schemas['Subgraph'];

const most = '1000';

export const nodeTypesQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'nodeTypes'],
    queryFn: async (): Promise<NodeType[]> => {
      const params = { path: { workspaceID }, query: { limit: most, orderBy: 'name' } };
      return (await unwrap(api.GET('/api/v1/workspaces/{workspaceID}/nodeTypes', { params }))).data;
    },
  });

export const nodeTypeQuery = (workspaceID: string, nodeTypeID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'nodeTypes', nodeTypeID],
    queryFn: (): Promise<NodeType> =>
      unwrap(api.GET('/api/v1/workspaces/{workspaceID}/nodeTypes/{nodeTypeID}', { params: { path: { workspaceID, nodeTypeID } } })),
  });

export const useSetNodeType = (workspaceID: string) =>
  useWorkspaceChange(({ id, body }: { id: string; body: NodeTypeWrite }) =>
    unwrap(
      api.PUT('/api/v1/workspaces/{workspaceID}/nodeTypes/{nodeTypeID}', { params: { path: { workspaceID, nodeTypeID: id } }, body }),
    ),
    'The node type is saved',
  );

export const useDeleteNodeType = (workspaceID: string) =>
  useWorkspaceChange((id: string) =>
    unwrap(api.DELETE('/api/v1/workspaces/{workspaceID}/nodeTypes/{nodeTypeID}', { params: { path: { workspaceID, nodeTypeID: id } } })),
  );

export const macrosQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'macros'],
    queryFn: () => unwrap(api.GET('/api/v1/workspaces/{workspaceID}/macros', { params: { path: { workspaceID } } })),
  });

export const useSetMacros = (workspaceID: string) =>
  useWorkspaceChange((body: Schemas['MacrosWrite']) =>
    unwrap(api.PUT('/api/v1/workspaces/{workspaceID}/macros', { params: { path: { workspaceID } }, body })),
    'The macros are saved',
  );

export const locationsQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'locations'],
    queryFn: (): Promise<Locations> =>
      unwrap(api.GET('/api/v1/workspaces/{workspaceID}/locations', { params: { path: { workspaceID } } })),
  });

export const useSetLocations = (workspaceID: string) =>
  useWorkspaceChange((body: Schemas['LocationsWrite']) =>
    unwrap(api.PUT('/api/v1/workspaces/{workspaceID}/locations', { params: { path: { workspaceID } }, body })),
    'The locations are saved',
  );

export const subgraphsQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'subgraphs'],
    queryFn: async (): Promise<Subgraph[]> => {
      const params = { path: { workspaceID }, query: { limit: most } };
      return (await unwrap(api.GET('/api/v1/workspaces/{workspaceID}/subgraphs', { params }))).data;
    },
  });

// useSetSubgraph creates a subgraph, or replaces the one with the id.
export const useSetSubgraph = (workspaceID: string) =>
  useWorkspaceChange(({ id, body }: { id?: string; body: Schemas['SubgraphWrite'] }) => {
    if (id === undefined) return unwrap(api.POST('/api/v1/workspaces/{workspaceID}/subgraphs', { params: { path: { workspaceID } }, body }));
    const params = { path: { workspaceID, subgraphID: id } };
    return unwrap(api.PUT('/api/v1/workspaces/{workspaceID}/subgraphs/{subgraphID}', { params, body }));
  });

export const useDeleteSubgraph = (workspaceID: string) =>
  useWorkspaceChange((subgraphID: string) =>
    unwrap(api.DELETE('/api/v1/workspaces/{workspaceID}/subgraphs/{subgraphID}', { params: { path: { workspaceID, subgraphID } } })),
  );

export interface NodeName {
  id: string;
  name: string;
  nodeType: string;
}

// nodeNamesQuery reads the names of the nodes of a workspace, as LOCATION.NAME.
export const nodeNamesQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'nodeNames'],
    queryFn: async (): Promise<NodeName[]> => {
      const { data } = await unwrap(api.GET('/api/v1/workspaces/{workspaceID}/nodes', { params: { path: { workspaceID } } }));
      const nodes = data as Schemas['NodeSummary'][];
      const names = nodes.map(({ id, name, nodeType, locationName }) => ({ id, nodeType, name: locationName ? `${locationName}.${name}` : name }));
      return names.toSorted((a, b) => a.name.localeCompare(b.name));
    },
  });
