import { Button, Group, Switch } from '@mantine/core';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isOver } from '../api/runs';
import type { NodeResult, RunInfo } from '../api/types';
import { download } from '../ui/download';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import classes from './RunLog.module.css';
import { clockTime, timeZone } from './duration';
import { type LogLine, logLines, logText } from './logLines';
import tones from './tones.module.css';

interface RunLogProps {
  run: RunInfo;
  nodes: NodeResult[];
}

const route = getRouteApi('/signedIn/runs/$runID');

// The page shows so many lines without virtual scrolling, so that the browser's search and copy work on all of them.
const mostLines = 1_000;

// RunLog shows the events of a run line by line. While the run goes on, it follows the last line; the address may name one line.
export default function RunLog({ run, nodes }: RunLogProps) {
  const { line: wanted } = route.useSearch();
  const [isFollowing, setFollowing] = useState(wanted === undefined && !isOver(run));
  const lines = useMemo(() => logLines(run, nodes), [run, nodes]);
  const shown = shownLines(lines, Number(wanted));
  const viewport = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const box = viewport.current;
    if (box && isFollowing) box.scrollTop = box.scrollHeight;
  }, [isFollowing, lines.length]);

  useEffect(() => {
    const row = wanted === undefined ? undefined : viewport.current?.querySelector<HTMLElement>('[data-current]');
    if (row && viewport.current) viewport.current.scrollTop = row.offsetTop - viewport.current.clientHeight / 2;
  }, [wanted]);

  return (
    <section className={classes.panel} aria-labelledby="run-log">
      <div className={classes.head}>
        <h2 id="run-log">Log</h2>
        <span className={classes.zone}>
          {shown.length < lines.length ? `${counted(shown.length, 'line')} of ${lines.length}` : counted(lines.length, 'line')}, {timeZone}
        </span>
        <Group gap="sm" className={classes.actions}>
          {!isOver(run) && <Switch size="xs" label="Follow" checked={isFollowing} onChange={(event) => setFollowing(event.currentTarget.checked)} />}
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Icon name="download" size={14} />}
            onClick={() => download(`run-${run.id}.log`, logText(lines))}
          >
            Download
          </Button>
        </Group>
      </div>
      <div ref={viewport} className={classes.viewport} tabIndex={0} role="group" aria-labelledby="run-log">
        <ol className={classes.lines}>
          {shown.map((line) => (
            <Line key={line.number} line={line} isCurrent={String(line.number) === wanted} />
          ))}
        </ol>
      </div>
    </section>
  );
}

// shownLines returns the last lines, or those around a line that the address names.
function shownLines(lines: LogLine[], wanted: number): LogLine[] {
  if (lines.length <= mostLines) return lines;
  const end = Number.isInteger(wanted) && wanted > 0 ? Math.min(lines.length, Math.max(mostLines, wanted + mostLines / 2)) : lines.length;
  return lines.slice(end - mostLines, end);
}

function Line({ line: { number, at, node, text, tone }, isCurrent }: { line: LogLine; isCurrent: boolean }) {
  return (
    <li className={classes.line} data-current={isCurrent || undefined}>
      <Link
        from="/runs/$runID"
        search={(old) => ({ ...old, line: String(number) })}
        resetScroll={false}
        replace
        className={classes.number}
        aria-label={`Link to line ${number}`}
        tabIndex={-1}
      >
        {number}
      </Link>
      <time dateTime={at}>{clockTime(at)}</time>
      <span className={tones.tone} data-tone={tone}>
        {node && (
          <>
            <Link from="/runs/$runID" search={(old) => ({ q: old.q, view: old.view, node })} resetScroll={false} className={classes.node} tabIndex={-1}>
              {node}
            </Link>{' '}
          </>
        )}
        <span className={tone ? classes.toned : undefined}>{text}</span>
      </span>
    </li>
  );
}
