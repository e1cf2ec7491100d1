import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { components } from '../api/schema.gen';
import type { Project } from '../api/types';
import { unwrap } from '../api/unwrap';

type Node = components['schemas']['Node'];

// The name that the first start gives to the sample project.
const sampleName = 'Sample warehouse';

export const findSample = (projects: Project[]): Project | undefined => projects.find(({ name }) => name === sampleName);

// The change that the page makes and takes back.
const intact = 'o.quantity * p.price';
const broken = "o.quantity * 'many'";
const brokenName = 'FCT_ORDER';

export const sampleNodeQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'sampleNode'],
    queryFn: async (): Promise<Node | null> => {
      const params = { path: { workspaceID }, query: { detail: 'true' as const } };
      const { data } = await unwrap(api.GET('/api/v1/workspaces/{workspaceID}/nodes', { params }));
      return (data as Node[]).find(({ name }) => name === brokenName) ?? null;
    },
  });

export type BreakState = 'intact' | 'broken' | 'other';

// breakStateOf says whether the page can break the node, or repair it. Another user may have changed the line.
export function breakStateOf(node: Node | null | undefined): BreakState {
  const sql = String(node?.sql ?? '');
  if (sql.includes(broken)) return 'broken';
  return sql.includes(intact) ? 'intact' : 'other';
}

// useBreakNode multiplies by a text, which only the engine can find wrong, or takes it back, and runs the node with what it needs.
export function useBreakNode(workspaceID: string) {
  const queryClient = useQueryClient();
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ['workspaces'] });
    await queryClient.invalidateQueries({ queryKey: ['runs'] });
  };
  return useMutation({
    mutationFn: async ({ node, isRepair }: { node: Node; isRepair: boolean }): Promise<number> => {
      const [from, to] = isRepair ? [broken, intact] : [intact, broken];
      const body = { id: node.id, name: node.name, nodeType: node.nodeType, version: node.version, sql: String(node.sql).replace(from, to) };
      await unwrap(api.PUT('/api/v1/workspaces/{workspaceID}/nodes/{nodeID}', { params: { path: { workspaceID, nodeID: node.id } }, body }));
      const run = { environmentID: workspaceID, includeNodesSelector: `+{ ${brokenName} }`, parallelism: 16 };
      return (await unwrap(api.POST('/scheduler/startRun', { body: { runDetails: run } }))).runCounter;
    },
    onSuccess: refresh,
    onError: refresh,
  });
}
