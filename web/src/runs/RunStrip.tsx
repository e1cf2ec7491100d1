import { useNavigate } from '@tanstack/react-router';
import { type PointerEvent, useRef, useState } from 'react';
import type { RunInfo } from '../api/types';
import classes from './RunStrip.module.css';
import { percent, ticksOf } from './ganttLayout';
import { usePlaces } from './places';
import { runLook } from './status';
import tones from './tones.module.css';

interface RunStripProps {
  runs: RunInfo[];
  now: number;
  onSpan: (from: string, to: string) => void;
}

const mostLanes = 6;
const leastDrag = 12;

// RunStrip draws the listed runs over time, a lane for each environment. A click opens a run, a drag chooses a time. It is
// for eyes and mouse only: the list below has the same runs.
export function RunStrip({ runs, now, onSpan }: RunStripProps) {
  const navigate = useNavigate();
  const placeOf = usePlaces();
  const started = runs.filter((run) => run.runStartTime);
  const lanes = [...new Set(started.map((run) => run.environmentID))].slice(0, mostLanes);
  const start = Math.min(...started.map((run) => Date.parse(run.runStartTime!)));
  const { drag, ...dragging } = useDrag((from, to) => {
    const at = (share: number) => new Date(start + (now - start) * share).toISOString();
    onSpan(at(from), at(to));
  });
  // One moment is no time line.
  if (started.length < 3 || now - start < 60_000) return null;
  const ticks = ticksOf(start, now);
  return (
    <section className={classes.strip} aria-hidden="true">
      <div className={classes.names}>
        {lanes.map((lane) => (
          <span key={lane}>{placeOf(lane).name}</span>
        ))}
      </div>
      <div className={classes.area} role="presentation" {...dragging}>
        <div className={classes.axis}>
          {ticks.map(({ at, label }) => (
            <span key={at} style={{ left: percent(at, start, now) }}>
              {label.slice(0, 5)}
            </span>
          ))}
        </div>
        {drag && <i className={classes.chosen} style={{ left: `${drag[0] * 100}%`, width: `${(drag[1] - drag[0]) * 100}%` }} />}
        {lanes.map((lane) => (
          <div key={lane} className={classes.lane}>
            {started
              .filter((run) => run.environmentID === lane)
              .map((run) => (
                <button
                  key={run.id}
                  type="button"
                  tabIndex={-1}
                  title={`Run ${run.id}: ${runLook(run).label}`}
                  aria-label={`Run ${run.id}`}
                  className={`${classes.run} ${tones.tone}`}
                  data-tone={run.resolvedBy === undefined ? runLook(run).tone : 'fading'}
                  style={{ left: percent(Date.parse(run.runStartTime!), start, now) }}
                  onClick={() => void navigate({ to: '/runs/$runID', params: { runID: `${run.id}` } })}
                />
              ))}
          </div>
        ))}
      </div>
    </section>
  );
}

function shareOf(event: PointerEvent<HTMLElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return Math.min(1, Math.max(0, (event.clientX - left) / width));
}

// useDrag reports the shares of the width between which the pointer was dragged.
function useDrag(onDrag: (from: number, to: number) => void) {
  const begin = useRef<number>(undefined);
  const [drag, setDrag] = useState<[number, number]>();
  const spanOf = (event: PointerEvent<HTMLElement>): [number, number] | undefined => {
    const from = begin.current;
    const to = shareOf(event);
    if (from === undefined || Math.abs(to - from) * event.currentTarget.clientWidth < leastDrag) return undefined;
    return [Math.min(from, to), Math.max(from, to)];
  };
  return {
    drag,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      begin.current = shareOf(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => setDrag(spanOf(event)),
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const span = spanOf(event);
      begin.current = undefined;
      setDrag(undefined);
      if (span) onDrag(...span);
    },
    onPointerLeave: () => {
      begin.current = undefined;
      setDrag(undefined);
    },
  };
}
