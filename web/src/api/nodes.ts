import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { pollEvery } from '../events/connection';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type Node = Schemas['Node'];
export type NodeColumn = Schemas['Column'];
export type NodeSummary = Schemas['NodeSummary'];
export type NodeDraft = Schemas['NodeDraft'];
export type NodeOption = Schemas['NodeOption'];
export type NodeOptionGroup = Schemas['NodeOptionGroup'];
export type NodeOptions = Schemas['NodeOptions'];
export type AnnotationDefinition = Schemas['AnnotationDefinition'];
export type AnnotationParameter = Schemas['AnnotationParameter'];
export type Diagnostic = Schemas['Diagnostic'];
export type PreviewStage = Schemas['PreviewStage'];
export type DataPreview = Schemas['DataPreview'];
export type NodeType = Schemas['NodeType'];
export type NodeCreate = Schemas['NodeCreate'];

// NodeKey is where a node is.
export interface NodeKey {
  workspaceID: string;
  nodeID: string;
}

export const nodePath = ({ workspaceID, nodeID }: NodeKey) => `/api/v1/workspaces/${workspaceID}/nodes/${encodeURIComponent(nodeID)}`;

// nodeQuery reads a node again and again, because another user may save it while it is open.
export const nodeQuery = ({ workspaceID, nodeID }: NodeKey) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'nodes', nodeID],
    queryFn: (): Promise<Node> =>
      unwrap(api.GET('/api/v1/workspaces/{workspaceID}/nodes/{nodeID}', { params: { path: { workspaceID, nodeID } } })),
    refetchInterval: () => pollEvery(5_000, 10_000),
  });

// The server returns lists in pages; a project has at most some thousand nodes.
const mostNodes = '1000';

export const nodeListQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'nodes'],
    queryFn: async (): Promise<NodeSummary[]> => {
      const nodes: NodeSummary[] = [];
      let startingFrom: string | undefined;
      do {
        const query = { limit: mostNodes, startingFrom };
        const page = await unwrap(api.GET('/api/v1/workspaces/{workspaceID}/nodes', { params: { path: { workspaceID }, query } }));
        nodes.push(...(page.data as NodeSummary[]));
        startingFrom = page.next ?? undefined;
      } while (startingFrom);
      return nodes;
    },
    staleTime: 10_000,
  });

export const nodeTypesQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'nodeTypes'],
    queryFn: async (): Promise<NodeType[]> => {
      const params = { path: { workspaceID }, query: { limit: mostNodes } };
      return (await unwrap(api.GET('/api/v1/workspaces/{workspaceID}/nodeTypes', { params }))).data;
    },
    staleTime: 60_000,
  });

export const locationNamesQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'locations'],
    queryFn: () => unwrap(api.GET('/api/v1/workspaces/{workspaceID}/locations', { params: { path: { workspaceID } } })),
    staleTime: 60_000,
  });

export const nodeLineageQuery = ({ workspaceID, nodeID }: NodeKey, version: number | undefined) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'lineage', nodeID, version],
    queryFn: () => unwrap(api.GET('/api/v1/workspaces/{workspaceID}/nodes/{nodeID}/lineage', { params: { path: { workspaceID, nodeID } } })),
  });

// previewDraft validates and renders a node that is not saved. The base is an earlier draft that the node changes.
export function previewDraft({ workspaceID, nodeID }: NodeKey, node: Node, base?: Node): Promise<NodeDraft> {
  const body = { node: nodeBody(node), ...(base && { base: nodeBody(base) }) };
  return unwrap(api.POST('/api/v1/workspaces/{workspaceID}/nodes/{nodeID}/draft', { params: { path: { workspaceID, nodeID } }, body }));
}

const previewRows = '100';

export function previewDraftData({ workspaceID, nodeID }: NodeKey, node: Node): Promise<DataPreview> {
  const params = { path: { workspaceID, nodeID }, query: { limit: previewRows } };
  return unwrap(api.POST('/api/v1/workspaces/{workspaceID}/nodes/{nodeID}/draft/data', { params, body: nodeBody(node) }));
}

// nodeBody returns what is sent of a node. The text of a SQL node defines everything else.
function nodeBody(node: Node): Schemas['NodeSet'] {
  return { ...node } as Schemas['NodeSet'];
}

// textBody returns a SQL node as its text only.
export function textOnly({ id, name, nodeType, locationName, sql, version }: Node): Node {
  return { id, name, nodeType, locationName, sql, version } as Node;
}

function useNodeChange<Input, Output>(workspaceID: string, mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['workspaces', workspaceID], refetchType: 'active' }),
  });
}

// useSaveNode replaces a node if it still has the version in the body.
export function useSaveNode({ workspaceID, nodeID }: NodeKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (node: Node): Promise<Node> =>
      unwrap(
        api.PUT('/api/v1/workspaces/{workspaceID}/nodes/{nodeID}', {
          params: { path: { workspaceID, nodeID } },
          body: nodeBody(node),
        }),
      ),
    onSuccess: (saved) => {
      queryClient.setQueryData(nodeQuery({ workspaceID, nodeID }).queryKey, saved);
      // Graph, problems and changes are read again when their page is opened.
      void queryClient.invalidateQueries({ queryKey: ['workspaces', workspaceID], type: 'inactive', refetchType: 'none' });
    },
  });
}

export interface RenameInput {
  name: string;
  locationName: string;
  version?: number;
}

// useRenameNode renames or moves a node; the references of other nodes follow.
export const useRenameNode = ({ workspaceID, nodeID }: NodeKey) =>
  useNodeChange(workspaceID, (body: RenameInput) =>
    unwrap(api.POST('/api/v1/workspaces/{workspaceID}/nodes/{nodeID}/rename', { params: { path: { workspaceID, nodeID } }, body })),
  );

export function useDeleteNode({ workspaceID, nodeID }: NodeKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/v1/workspaces/{workspaceID}/nodes/{nodeID}', { params: { path: { workspaceID, nodeID } } })),
    // Only the list: the page of the deleted node is about to close, and its query would get 404.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: nodeListQuery(workspaceID).queryKey, exact: true }),
  });
}

export const useCreateNode = (workspaceID: string) =>
  useNodeChange(workspaceID, (body: NodeCreate): Promise<Node> =>
    unwrap(api.POST('/api/v1/workspaces/{workspaceID}/nodes', { params: { path: { workspaceID } }, body })),
  );

// readersQuery finds the nodes that read a node.
export const readersQuery = ({ workspaceID, nodeID }: NodeKey) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'readers', nodeID],
    queryFn: async (): Promise<Node[]> => {
      const readers: Node[] = [];
      let startingFrom: string | undefined;
      do {
        const query = { limit: mostNodes, startingFrom, detail: 'true' as const };
        const page = await unwrap(api.GET('/api/v1/workspaces/{workspaceID}/nodes', { params: { path: { workspaceID }, query } }));
        readers.push(...(page.data as Node[]).filter((node) => node.predecessorNodeIDs?.includes(nodeID)));
        startingFrom = page.next ?? undefined;
      } while (startingFrom);
      return readers;
    },
  });
