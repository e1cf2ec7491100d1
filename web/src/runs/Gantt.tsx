import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { NodeResult } from '../api/types';
import { Icon } from '../ui/Icon';
import classes from './Gantt.module.css';
import { durationText, timeZone } from './duration';
import { type GanttRow, ganttRows, percent, ticksOf } from './ganttLayout';
import { failedStage, nodeKey } from './nodes';
import { nodeLook } from './status';
import tones from './tones.module.css';

interface GanttProps {
  nodes: NodeResult[];
  start: number;
  end: number;
  // Present while the run is going on.
  now?: number;
  selected?: string;
  onSelect: (key: string) => void;
}

const rowHeight = 24;

// Gantt draws when each node ran. It is for eyes and mouse only: the table below has the same nodes and the same
// selection for keyboard and screen reader.
export function Gantt({ nodes, start, end, now, selected, onSelect }: GanttProps) {
  const rows = useMemo(() => ganttRows(nodes), [nodes]);
  const ticks = ticksOf(start, end);
  const viewport = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => viewport.current, estimateSize: () => rowHeight, overscan: 12 });
  return (
    <section className={classes.panel} aria-hidden="true">
      <div className={classes.head}>
        <strong>Timeline</strong>
        <span className={classes.zone}>{timeZone}</span>
      </div>
      <div className={classes.axis}>
        {ticks.map(({ at, label }) => (
          <span key={at} style={{ left: percent(at, start, end) }}>
            {label}
          </span>
        ))}
      </div>
      <div ref={viewport} className={classes.viewport} data-scrolls>
        <div className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          <div className={classes.lines}>
            {ticks.map(({ at }) => (
              <i key={at} style={{ left: percent(at, start, end) }} />
            ))}
            {now !== undefined && <i className={classes.now} style={{ left: percent(now, start, end) }} />}
          </div>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]!;
            const key = nodeKey(row.node);
            return (
              <button
                type="button"
                tabIndex={-1}
                key={item.key}
                className={classes.row}
                style={{ top: item.start, height: rowHeight }}
                data-selected={key === selected || undefined}
                data-lane={row.lane !== undefined || undefined}
                onClick={() => onSelect(key)}
              >
                <Lane row={row} />
                <Bar row={row} start={start} end={end} now={now ?? end} />
                <span className={classes.duration}>{durationText({ start: row.node.startTime, end: row.node.endTime }, now ?? end)}</span>
              </button>
            );
          })}
        </div>
      </div>
    </section>
  );
}

function Lane({ row }: { row: GanttRow }) {
  const look = nodeLook(row.node);
  return (
    <>
      <span className={classes.lane}>{row.lane}</span>
      <span className={`${classes.name} ${tones.tone}`} data-tone={look.tone}>
        <Icon name={look.icon} size={14} />
        <span>{row.node.name}</span>
      </span>
    </>
  );
}

interface BarProps {
  row: GanttRow;
  start: number;
  end: number;
  now: number;
}

function Bar({ row: { node }, start, end, now }: BarProps) {
  const look = nodeLook(node);
  const begin = node.startTime ? Date.parse(node.startTime) : undefined;
  const finish = node.endTime ? Date.parse(node.endTime) : now;
  const note = noteOf(node);
  const from = begin ?? finish;
  // The text stands where there is more space.
  const isBefore = from - start > end - finish;
  return (
    <span className={`${classes.track} ${tones.tone}`} data-tone={look.tone}>
      {begin !== undefined && (
        <span
          className={classes.bar}
          data-running={node.runState === 'running' || undefined}
          style={{ left: percent(begin, start, end), width: percent(start + (finish - begin), start, end) }}
        />
      )}
      {note && (
        <span
          className={classes.note}
          style={isBefore ? { right: `calc(100% - ${percent(from, start, end)} + 6px)` } : { left: `calc(${percent(finish, start, end)} + 6px)` }}
        >
          {note}
        </span>
      )}
    </span>
  );
}

function noteOf(node: NodeResult): string | undefined {
  if (node.runState === 'failed') return `failed in ${failedStage(node)?.name ?? 'its start'}`;
  if (node.runState === 'skipped') return 'skipped';
  if (node.failedTests) return `${node.failedTests} ${node.failedTests === 1 ? 'test' : 'tests'} failed`;
  return undefined;
}
