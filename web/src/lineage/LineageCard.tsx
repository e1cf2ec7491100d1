import type { KeyboardEvent, MouseEvent } from 'react';
import { Tooltip } from '../ui/Tooltip';
import classes from './Lineage.module.css';
import { type Card, cardWidth, headHeight, rowHeight } from './layout';
import { nodeName } from './trace';

interface LineageCardProps {
  card: Card;
  start: string;
  looked: string;
  // Why the SQL of the node was not understood.
  reason?: string;
  hasFunnel: boolean;
  onLook: (key: string) => void;
  onFollow: (node: string, column: string) => void;
  onMove: (key: string, arrow: string) => boolean;
}

const headCharacters = 18;
const rowCharacters = 20;

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

export function LineageCard({ card, start, looked, reason, hasFunnel, onLook, onFollow, onMove }: LineageCardProps) {
  const { node, x, y, height, rows } = card;
  const isStart = rows.some(({ key }) => key === start);

  function press(event: KeyboardEvent, key: string, column: string) {
    if (event.key === 'Enter' && event.shiftKey) onFollow(nodeName(node), column);
    else if (event.key === 'Enter' || event.key === ' ') onLook(key);
    else if (!event.key.startsWith('Arrow') || !onMove(key, event.key)) return;
    event.preventDefault();
  }

  function click(event: MouseEvent, key: string, column: string) {
    if (event.shiftKey || event.detail === 2) onFollow(nodeName(node), column);
    else onLook(key);
  }

  return (
    <g>
      <rect className={classes.card} data-start={isStart || undefined} data-opaque={reason !== undefined || undefined} x={x} y={y} width={cardWidth} height={height} rx={8} />
      <text className={classes.name} x={x + 14} y={y + 19}>
        {cut(node.name, headCharacters)}
        <title>{nodeName(node)}</title>
      </text>
      <text className={classes.kind} x={x + 14} y={y + 35}>
        {cut(reason === undefined ? `${node.locationName} · ${node.nodeType}` : 'SQL not fully understood', headCharacters + 8)}
        {reason !== undefined && <title>{reason}</title>}
      </text>
      <line className={classes.rule} x1={x} x2={x + cardWidth} y1={y + headHeight - 2} y2={y + headHeight - 2} />
      {hasFunnel && (
        <g className={classes.funnel} transform={`translate(${x} ${y + headHeight / 2})`}>
          <circle r={10} />
          <path d="M-5-4h10L1.2.8V5l-2.4-1.4V.8z" />
        </g>
      )}
      {rows.map(({ key, column, y: rowY, isValue }) => (
        <Tooltip key={key} label={hint(column)} disabled={hint(column) === ''} openDelay={300}>
          <g
            className={classes.row}
            data-column={key}
            data-value={isValue || undefined}
            data-start={key === start || undefined}
            data-looked={key === looked || undefined}
            role="button"
            tabIndex={0}
            aria-pressed={key === looked}
            aria-label={`${key}${column.dataType ? `, ${column.dataType}` : ''}`}
            onKeyDown={(event) => press(event, key, column.name)}
            onClick={(event) => click(event, key, column.name)}
          >
            <rect x={x + 4} y={rowY + 1} width={cardWidth - 8} height={rowHeight - 2} rx={5} />
            <text x={x + 14} y={rowY + rowHeight / 2 + 4}>
              {cut(column.name, rowCharacters)}
            </text>
          </g>
        </Tooltip>
      ))}
    </g>
  );
}

const hint = ({ transform, description }: Card['rows'][number]['column']) => [description, transform].filter(Boolean).join(' · ');
