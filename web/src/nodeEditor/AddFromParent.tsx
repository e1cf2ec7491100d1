import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type Node, type NodeColumn, nodeQuery } from '../api/nodes';
import { Menu, MenuDivider, MenuItem } from '../ui/Menu';
import { withNewColumn } from './gridCells';
import { columnsOf, isSystemColumn, isText, joinsOf } from './model';
import type { NodeEditor } from './useNodeEditor';

interface ParentColumn {
  parent: Node;
  column: NodeColumn;
}

// AddFromParent takes columns of the nodes that this node reads.
export function AddFromParent({ editor }: { editor: NodeEditor }) {
  const { workspaceID } = editor.key;
  const ids = editor.draft?.node.predecessorNodeIDs ?? editor.node.predecessorNodeIDs ?? [];
  const parents = useQueries({ queries: ids.map((nodeID) => ({ ...nodeQuery({ workspaceID, nodeID }), refetchInterval: undefined, staleTime: 30_000 })) });
  const taken = new Set(columnsOf(editor.node).map(({ name }) => name.toLowerCase()));
  const unused = parents.flatMap(({ data: parent }) => (parent ? columnsOf(parent).map((column): ParentColumn => ({ parent, column })) : []));
  const free = unused.filter(({ column }) => !taken.has(column.name.toLowerCase()) && !isSystemColumn(column));
  if (free.length === 0) return null;
  const take = (some: ParentColumn[]) =>
    editor.change((node) => some.reduce((result, one) => withNewColumn(result, parentColumn(node, one)), node));
  return (
    <Menu
      renderTarget={(props) => (
        <Button {...props} variant="subtle" size="compact-sm">
          Take one from a parent ({free.length} not used)
        </Button>
      )}
    >
      <MenuItem onClick={() => take(free)}>Take all {free.length} columns</MenuItem>
      <MenuDivider />
      {free.map((one) => (
        <MenuItem key={`${one.parent.id} ${one.column.columnID}`} onClick={() => take([one])}>
          {one.parent.name}.{one.column.name}
        </MenuItem>
      ))}
    </Menu>
  );
}

// parentColumn returns the new column: a reference in a mapping, an expression in a text.
function parentColumn(node: Node, { parent, column }: ParentColumn): Partial<NodeColumn> {
  const { name, dataType, description } = column;
  if (isText(node)) return { name, description, transform: `${quoted(aliasOf(node, parent))}.${quoted(name)}` };
  const columnReferences = [{ nodeID: parent.id, columnID: column.columnID }];
  return { name, dataType, description, transform: '', sources: [{ transform: '', columnReferences }] };
}

function aliasOf(node: Node, parent: Node): string {
  const aliases = joinsOf(node).flatMap((source) => Object.entries(source.aliases));
  return aliases.find(([, id]) => id === parent.id)?.[0] ?? parent.name;
}

// Lower-case names need no quotes on any engine that folds names.
const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);
