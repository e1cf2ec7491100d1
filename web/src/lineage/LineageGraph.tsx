import { ActionIcon, Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { ColumnTrace } from '../api/catalog';
import { counted } from '../ui/text';
import { Icon } from '../ui/Icon';
import { Legend } from './Legend';
import classes from './Lineage.module.css';
import { LineageCard } from './LineageCard';
import { LineageLines } from './LineageLines';
import { layOut } from './layout';
import { linesOf } from './edges';
import { columnKey } from './trace';
import { nextColumn } from './nextColumn';

interface LineageGraphProps {
  trace: ColumnTrace;
  looked: string;
  onLook: (key: string) => void;
  onFollow: (node: string, column: string) => void;
  // How many nodes are not drawn.
  further: number;
}

const zooms = [50, 60, 75, 90, 100, 125, 150];
const smallestFit = 75;

// LineageGraph draws the way of a column: cards of nodes with the columns on the way, and lines between these.
export function LineageGraph({ trace, looked, onLook, onFollow, further }: LineageGraphProps) {
  const drawing = useMemo(() => layOut(trace), [trace]);
  const lines = useMemo(() => linesOf(trace.edges, drawing.cards), [trace, drawing]);
  const [chosen, setZoom] = useState<number>();
  const { ref: scroll, width } = useElementSize<HTMLDivElement>();
  const fit = zooms.findLast((one) => one <= 100 && (drawing.width * one) / 100 <= width) ?? smallestFit;
  const zoom = chosen ?? Math.max(smallestFit, fit);
  const drawn = useRef<SVGSVGElement>(null);
  useScrollToStart(drawn, trace, width > 0);
  const opaque = new Map(trace.opaque.map(({ nodeID, reason }) => [nodeID, reason]));
  const start = columnKey(trace.nodes[0]!, trace.start.column);
  const step = (by: number) => setZoom(zooms[Math.max(0, Math.min(zooms.length - 1, zooms.indexOf(zoom) + by))]!);

  function moveFocus(key: string, arrow: string): boolean {
    const next = nextColumn(drawing.cards, lines, key, arrow);
    if (!next) return false;
    drawn.current?.querySelector<SVGGElement>(`[data-column="${CSS.escape(next)}"]`)?.focus();
    return true;
  }

  return (
    <div className={classes.canvas}>
      <Group justify="space-between" className={classes.tools}>
        <Legend />
        <Group gap={4} role="group" aria-label="Zoom">
          <ActionIcon variant="default" size="md" aria-label="Zoom out" onClick={() => step(-1)} disabled={zoom === zooms[0]}>
            −
          </ActionIcon>
          <Text size="xs" c="dimmed" miw={44} ta="center">
            {zoom} %
          </Text>
          <ActionIcon variant="default" size="md" aria-label="Zoom in" onClick={() => step(1)} disabled={zoom === zooms.at(-1)}>
            <Icon name="plus" size={14} />
          </ActionIcon>
        </Group>
      </Group>
      {further > 0 && (
        <Text size="sm" c="dimmed" px="md">
          The graph shows 2 steps. {counted(further, 'further node')} {further === 1 ? 'is' : 'are'} in the table.
        </Text>
      )}
      <div ref={scroll} className={classes.scroll} role="region" aria-label="Graph of the lineage" tabIndex={0}>
        <svg
          ref={drawn}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
          width={(drawing.width * zoom) / 100}
          height={(drawing.height * zoom) / 100}
          role="group"
          aria-label={`Lineage of ${start}`}
        >
          <LineageLines lines={lines} looked={looked} cards={drawing.cards} />
          {drawing.cards.map((card) => (
            <LineageCard
              key={card.node.nodeID}
              card={card}
              start={start}
              looked={looked}
              reason={opaque.get(card.node.nodeID)}
              hasFunnel={lines.some(({ edge }) => edge.toNodeID === card.node.nodeID && (edge.use === 'filter' || edge.use === 'join'))}
              onLook={onLook}
              onFollow={onFollow}
              onMove={moveFocus}
            />
          ))}
        </svg>
      </div>
    </div>
  );
}

// useScrollToStart shows the column of the page when a trace is wider than the window.
function useScrollToStart(drawn: RefObject<SVGSVGElement | null>, trace: ColumnTrace, isMeasured: boolean): void {
  const start = columnKey(trace.nodes[0]!, trace.start.column);
  useEffect(() => {
    const column = drawn.current?.querySelector(`[data-column="${CSS.escape(start)}"]`);
    if (isMeasured) column?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [drawn, start, trace.direction, isMeasured]);
}
