import type { ColumnTrace, LineageEdge, TracedNode } from '../api/catalog';
import { carriesValue, columnKey } from './trace';

export const cardWidth = 168;
export const headHeight = 44;
export const rowHeight = 28;
const cardPadding = 6;
const gapX = 54;
const gapY = 26;
const margin = 16;

export interface Card {
  node: TracedNode;
  layer: number;
  x: number;
  y: number;
  height: number;
  // Columns whose values travel come first, then those that only decide about rows.
  rows: { key: string; column: TracedNode['columns'][number]; y: number; isValue: boolean }[];
}

export interface Drawing {
  cards: Card[];
  width: number;
  height: number;
}

// layOut puts every node into a layer: the start on one side, and each other node one layer beyond the farthest node that
// it is connected to.
export function layOut(trace: ColumnTrace): Drawing {
  const isUp = trace.direction === 'upstream';
  const layers = layersOf(trace);
  const deepest = Math.max(0, ...layers.values());
  const values = new Set(trace.edges.filter(carriesValue).flatMap((edge) => [endOf(edge, 'from'), endOf(edge, 'to')]));
  values.add(`${trace.start.nodeID} ${trace.start.column}`);
  const cards = trace.nodes.map((node): Card => {
    const layer = layers.get(node.nodeID) ?? 0;
    const sorted = node.columns
      .map((column) => ({ column, isValue: values.has(`${node.nodeID} ${column.name}`) }))
      .toSorted((a, b) => Number(b.isValue) - Number(a.isValue));
    const rows = sorted.map(({ column, isValue }) => ({ key: columnKey(node, column.name), column, isValue, y: 0 }));
    const x = margin + (isUp ? deepest - layer : layer) * (cardWidth + gapX);
    return { node, layer, x, y: 0, rows, height: headHeight + rows.length * rowHeight + (rows.length > 0 ? cardPadding : 0) };
  });
  return arranged(cards, trace.edges, deepest);
}

const endOf = (edge: LineageEdge, side: 'from' | 'to') =>
  side === 'from' ? `${edge.fromNodeID} ${edge.fromColumn}` : `${edge.toNodeID} ${edge.toColumn}`;

// layersOf returns the longest distance of each node from the start. The number of passes is bounded, because a project
// with a cycle has no longest distance.
function layersOf({ nodes, edges, start, direction }: ColumnTrace): Map<string, number> {
  const layers = new Map<string, number>([[start.nodeID, 0]]);
  for (let pass = 0; pass < nodes.length; pass++) {
    let isChanged = false;
    for (const { fromNodeID, toNodeID } of edges) {
      const [near, far] = direction === 'upstream' ? [toNodeID, fromNodeID] : [fromNodeID, toNodeID];
      const layer = (layers.get(near) ?? 0) + 1;
      if (near === far || layer <= (layers.get(far) ?? 0) || layer > nodes.length) continue;
      layers.set(far, layer);
      isChanged = true;
    }
    if (!isChanged) break;
  }
  return layers;
}

const sweeps = 4;

// arranged orders the cards of each layer by the middle of their neighbors, and stacks them.
function arranged(cards: Card[], edges: LineageEdge[], deepest: number): Drawing {
  const byID = new Map(cards.map((card) => [card.node.nodeID, card]));
  const columns = Array.from({ length: deepest + 1 }, (_, layer) => cards.filter((card) => card.layer === layer));
  columns.forEach(stack);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const column of columns) {
      const middles = new Map(column.map((card) => [card, middleOf(card, edges, byID)]));
      column.sort((a, b) => middles.get(a)! - middles.get(b)!);
      stack(column);
    }
  }
  const bottom = Math.max(0, ...columns.map((column) => (column.at(-1)?.y ?? 0) + (column.at(-1)?.height ?? 0)));
  for (const column of columns) {
    const last = column.at(-1);
    const shift = last ? (bottom - last.y - last.height) / 2 : 0;
    for (const card of column) {
      card.y += shift;
      card.rows.forEach((row, index) => (row.y = card.y + headHeight + index * rowHeight));
    }
  }
  return { cards, width: 2 * margin + (deepest + 1) * cardWidth + deepest * gapX, height: bottom + margin };
}

function stack(column: Card[]): void {
  let y = margin;
  for (const card of column) {
    card.y = y;
    y += card.height + gapY;
  }
}

function middleOf(card: Card, edges: LineageEdge[], byID: Map<string, Card>): number {
  const ys = edges.flatMap(({ fromNodeID, toNodeID }) => {
    const other = fromNodeID === card.node.nodeID ? byID.get(toNodeID) : toNodeID === card.node.nodeID ? byID.get(fromNodeID) : undefined;
    return other && other !== card ? [other.y + other.height / 2] : [];
  });
  return ys.length === 0 ? card.y : ys.reduce((sum, y) => sum + y, 0) / ys.length;
}
