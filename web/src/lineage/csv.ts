import type { ColumnTrace } from '../api/catalog';
import { nodeName } from './trace';

export interface TraceRow {
  depth: number;
  from: string;
  fromColumn: string;
  to: string;
  toColumn: string;
  use: string;
  expression: string;
}

// rowsOf returns the edges of a trace with the names of their nodes.
export function rowsOf(trace: ColumnTrace): TraceRow[] {
  const names = new Map(trace.nodes.map((node) => [node.nodeID, nodeName(node)]));
  return trace.edges.map(({ depth, fromNodeID, fromColumn = '', toNodeID, toColumn = '', use, expression = '' }) => ({
    depth,
    from: names.get(fromNodeID) ?? fromNodeID,
    fromColumn,
    to: names.get(toNodeID) ?? toNodeID,
    toColumn,
    use,
    expression,
  }));
}

export function csvOf(trace: ColumnTrace): string {
  const head = ['depth', 'from node', 'from column', 'to node', 'to column', 'use', 'expression'];
  const lines = rowsOf(trace).map((row) => [row.depth, row.from, row.fromColumn, row.to, row.toColumn, row.use, row.expression]);
  return [head, ...lines].map((cells) => cells.map((cell) => quoted(String(cell))).join(',')).join('\r\n') + '\r\n';
}

// quoted also keeps a spreadsheet from reading a text as a formula.
function quoted(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
