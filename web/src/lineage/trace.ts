import type { ColumnTrace, LineageEdge, TracedNode } from '../api/catalog';

export type Use = LineageEdge['use'];

export const nodeName = ({ locationName, name }: { locationName: string; name: string }) => `${locationName}.${name}`;

// columnKey identifies a column of a trace in the page and in the address.
export const columnKey = (node: { locationName: string; name: string }, column: string) => `${nodeName(node)}.${column}`;

export const carriesValue = ({ use }: { use: Use }) => use === 'passThrough' || use === 'transform';

export const lineLooks: Record<Use, { word: string; mark: string }> = {
  passThrough: { word: 'pass-through', mark: '=' },
  transform: { word: 'transform', mark: 'ƒ' },
  filter: { word: 'filter', mark: '' },
  join: { word: 'join', mark: '' },
};

// narrowed returns a trace with only the wanted uses, and the nodes and columns that they connect.
export function narrowed(trace: ColumnTrace, use?: 'values' | 'filters'): ColumnTrace {
  if (!use) return trace;
  const edges = trace.edges.filter((edge) => carriesValue(edge) === (use === 'values'));
  const isUsed = (nodeID: string, column?: string) =>
    edges.some(
      (edge) =>
        (edge.fromNodeID === nodeID && (column === undefined || edge.fromColumn === column)) ||
        (edge.toNodeID === nodeID && (column === undefined || edge.toColumn === column)),
    );
  const nodes = trace.nodes
    .filter(({ nodeID }) => nodeID === trace.start.nodeID || isUsed(nodeID))
    .map((node) => ({
      ...node,
      columns: node.columns.filter(({ name }) => isUsed(node.nodeID, name) || isStart(trace, node, name)),
    }));
  return { ...trace, edges, nodes };
}

export const isStart = ({ start }: ColumnTrace, { nodeID }: TracedNode, column: string) =>
  start.nodeID === nodeID && start.column === column;

// summary says in one sentence how far the trace goes.
export function summary(trace: ColumnTrace): string {
  const isUp = trace.direction === 'upstream';
  const values = trace.edges.filter(carriesValue);
  if (trace.edges.length === 0) return isUp ? 'Nothing is upstream: it is a source, or it is computed without columns.' : 'Nothing reads this column.';
  const steps = Math.max(0, ...trace.edges.map(({ depth }) => depth));
  const deciders = new Set(trace.edges.filter((edge) => !carriesValue(edge)).map(({ fromNodeID, fromColumn }) => `${fromNodeID} ${fromColumn}`));
  const far = new Set(values.map((edge) => (isUp ? `${edge.fromNodeID} ${edge.fromColumn}` : `${edge.toNodeID} ${edge.toColumn}`)));
  const nodes = new Set(values.map((edge) => (isUp ? edge.fromNodeID : edge.toNodeID)));
  const ends = `${far.size} ${far.size === 1 ? 'column' : 'columns'} in ${nodes.size} ${nodes.size === 1 ? 'node' : 'nodes'}`;
  const distance = `in at most ${steps} ${steps === 1 ? 'step' : 'steps'}`;
  if (!isUp) return `Reaches ${ends} ${distance}.`;
  const rows = deciders.size > 0 ? `; ${deciders.size} more ${deciders.size === 1 ? 'column decides' : 'columns decide'} which rows count` : '';
  return `Comes from ${ends} ${distance}${rows}.`;
}
