import type { LineageEdge } from '../api/catalog';
import { type Card, cardWidth, headHeight, rowHeight } from './layout';
import { carriesValue } from './trace';

export interface Line {
  key: string;
  edge: LineageEdge;
  path: string;
  // The middle of the line, where its mark is.
  middle: { x: number; y: number };
}

// linesOf returns the lines between columns. Filters and joins end at the funnel of a card, because they decide about all of
// its rows.
export function linesOf(edges: LineageEdge[], cards: Card[]): Line[] {
  const byID = new Map(cards.map((card) => [card.node.nodeID, card]));
  return edges.flatMap((edge, index) => {
    const from = byID.get(edge.fromNodeID);
    const to = byID.get(edge.toNodeID);
    if (!from || !to) return [];
    const start = { x: from.x + cardWidth, y: rowMiddle(from, edge.fromColumn) };
    const end = carriesValue(edge) ? { x: to.x, y: rowMiddle(to, edge.toColumn) } : { x: to.x, y: to.y + headHeight / 2 };
    const bend = Math.max(30, Math.abs(end.x - start.x) / 2);
    const path = `M${start.x} ${start.y} C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`;
    return [{ key: `${index}`, edge, path, middle: { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 } }];
  });
}

function rowMiddle(card: Card, column: string | undefined): number {
  const row = card.rows.find(({ column: { name } }) => name === column);
  return row ? row.y + rowHeight / 2 : card.y + headHeight / 2;
}
