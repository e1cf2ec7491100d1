import { useQuery } from '@tanstack/react-query';
import { type NodeColumn, nodeListQuery } from '../api/nodes';
import { isSystemColumn } from './model';
import type { NodeEditor } from './useNodeEditor';

// SourceNames names the nodes that a column comes from.
export function SourceNames({ editor, column }: { editor: NodeEditor; column: NodeColumn }) {
  const nodes = useQuery(nodeListQuery(editor.key.workspaceID)).data ?? [];
  if (isSystemColumn(column)) return <>node type</>;
  const ids = (column.sources ?? []).flatMap(({ columnReferences }) => (columnReferences ?? []).map(({ nodeID }) => nodeID));
  const names = [...new Set(ids)].flatMap((id) => nodes.find((node) => node.id === id)?.name ?? []);
  return <>{names.length > 1 ? `${names.length} nodes` : names[0]}</>;
}
