import type { Line } from './edges';
import type { Card } from './layout';
import { carriesValue, columnKey } from './trace';

// nextColumn returns the column that an arrow key leads to: left and right along the lines, up and down in the layer.
export function nextColumn(cards: Card[], lines: Line[], key: string, arrow: string): string | undefined {
  const card = cards.find(({ rows }) => rows.some((row) => row.key === key));
  if (!card) return undefined;
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown') {
    const layer = cards.filter(({ x }) => x === card.x).flatMap(({ rows }) => rows);
    const sorted = layer.toSorted((a, b) => a.y - b.y);
    return sorted[sorted.findIndex((row) => row.key === key) + (arrow === 'ArrowUp' ? -1 : 1)]?.key;
  }
  const byID = new Map(cards.map((one) => [one.node.nodeID, one]));
  const valuesFirst = lines.toSorted((a, b) => Number(carriesValue(b.edge)) - Number(carriesValue(a.edge)));
  for (const { edge } of valuesFirst) {
    const from = endKey(byID.get(edge.fromNodeID), edge.fromColumn);
    const to = endKey(byID.get(edge.toNodeID), edge.toColumn);
    if (arrow === 'ArrowRight' && from === key && to) return to;
    if (arrow === 'ArrowLeft' && to === key && from) return from;
  }
  return undefined;
}

// endKey returns the column at an end of a line; of a filter or join, the first column of the card.
function endKey(card: Card | undefined, column: string | undefined): string | undefined {
  if (!card) return undefined;
  return column === undefined ? card.rows[0]?.key : columnKey(card.node, column);
}
