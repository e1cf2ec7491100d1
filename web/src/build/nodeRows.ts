import type { GraphNode } from '../api/graphs';
import type { NodeResult } from '../api/types';
import { spanDuration } from '../runs/duration';
import type { Build } from './useBuild';

// NodeRow is a node in the table, with what the last development run did.
export interface NodeRow {
  node: GraphNode;
  result: NodeResult | undefined;
  rows: number;
  time: number;
}

export type SortKey = 'name' | 'location' | 'type' | 'state' | 'rows' | 'time' | 'columns' | 'tests' | 'problems';

export interface Sort {
  key: SortKey;
  isDescending: boolean;
}

const states = ['failed', 'running', 'canceled', 'skipped', 'waiting', 'complete'];

const values: Record<SortKey, (row: NodeRow) => string | number> = {
  name: ({ node }) => node.name,
  location: ({ node }) => `${node.locationName} ${node.name}`,
  type: ({ node }) => node.nodeTypeName ?? node.nodeType,
  state: ({ result }) => (result ? states.indexOf(result.runState) - (result.failedTests && result.runState === 'complete' ? 4.5 : 0) : states.length),
  rows: ({ rows }) => rows,
  time: ({ time }) => time,
  columns: ({ node }) => node.columns,
  tests: ({ node }) => node.tests,
  // The most problems first, without a minus in the address.
  problems: ({ node }) => -(node.errors * 1_000 + node.warnings),
};

// sortOf reads the order in the address, such as -time.
export function sortOf(text: string | undefined): Sort {
  const isDescending = text?.startsWith('-') ?? false;
  const key = text?.replace('-', '') as SortKey;
  return key in values ? { key, isDescending } : { key: 'location', isDescending: false };
}

// nextSort returns the order after a click on the head of a column.
export function nextSort({ key, isDescending }: Sort, clicked: SortKey): string {
  return clicked === key && !isDescending ? `-${clicked}` : clicked;
}

export function rowsOf({ graph, results, now }: Pick<Build, 'graph' | 'results' | 'now'>): NodeRow[] {
  return graph.nodes.map((node) => {
    const result = results.get(node.id);
    const rows = result?.queryResults.reduce((sum, stage) => sum + (stage.rowsInserted ?? 0) + (stage.rowsUpdated ?? 0), 0) ?? 0;
    const time = result ? (spanDuration({ start: result.startTime, end: result.endTime }, now) ?? 0) : 0;
    return { node, result, rows, time };
  });
}

export function sorted(rows: NodeRow[], { key, isDescending }: Sort): NodeRow[] {
  const value = values[key];
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [first, second] = [value(a), value(b)];
    if (first === second) return a.node.name < b.node.name ? -1 : 1;
    return first < second ? -direction : direction;
  });
}
