import { useQueryClient } from '@tanstack/react-query';
import { nodeListQuery, nodeQuery } from '../api/nodes';
import { macrosQuery } from '../api/workspaceSettings';
import { macroNames } from './completion';
import { columnsOf } from './model';
import type { Words } from './sqlCompletion';
import type { NodeEditor } from './useNodeEditor';

const staleTime = 30_000;

// useWords returns what the workspace of a node offers for completion in its text.
export function useWords({ key: { workspaceID }, draft }: NodeEditor): Words {
  const queryClient = useQueryClient();
  const nodes = () => queryClient.fetchQuery({ ...nodeListQuery(workspaceID), staleTime });
  return {
    nodes,
    columns: async ({ location, node }) => {
      const found = (await nodes()).find(({ locationName, name }) => locationName === location && name === node);
      return found ? columnsOf(await queryClient.fetchQuery({ ...nodeQuery({ workspaceID, nodeID: found.id }), staleTime })) : [];
    },
    macros: async () => macroNames((await queryClient.fetchQuery({ ...macrosQuery(workspaceID), staleTime })).macroString),
    annotations: () => [...(draft?.options.columnAnnotations ?? []), ...(draft?.options.nodeAnnotations ?? [])].map(({ name }) => name),
  };
}
