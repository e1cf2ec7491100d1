import { VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { isOver } from '../api/runs';
import type { RunInfo } from '../api/types';
import { RunRow } from './RunRow';
import classes from './RunTable.module.css';
import { useClock } from './duration';
import { usePlaces } from './places';
import { useWhatRan } from './whatRan';

interface RunTableProps {
  runs: RunInfo[];
  ticked: ReadonlySet<number>;
  onToggle: (id: number) => void;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });

// RunTable lists runs by day.
export function RunTable({ runs, ticked, onToggle }: RunTableProps) {
  const placeOf = usePlaces();
  const whatRan = useWhatRan(runs);
  const now = useClock(runs.some((run) => run.runStatus === 'running'));
  return (
    <div className={classes.panel}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.tick}>
              <VisuallyHidden>Select</VisuallyHidden>
            </th>
            <th scope="col">Run</th>
            <th scope="col">What ran, and its first error or result</th>
            <th scope="col">Duration</th>
            <th scope="col">Started by</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run, index) => {
            const day = dayOf(run, now);
            const previous = runs[index - 1];
            const place = placeOf(run.environmentID);
            return (
              <Fragment key={run.id}>
                {(!previous || dayOf(previous, now) !== day) && (
                  <tr className={classes.day}>
                    <th scope="rowgroup" colSpan={5}>
                      {day}
                    </th>
                  </tr>
                )}
                <RunRow
                  run={run}
                  place={place}
                  whatRan={whatRan(run)}
                  now={now}
                  isTicked={ticked.has(run.id)}
                  onToggle={place.mayRun && isRerunnable(run) ? () => onToggle(run.id) : undefined}
                />
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

// isRerunnable reports whether nodes of the run are left to run.
export function isRerunnable(run: RunInfo): boolean {
  const counts = run.nodeCounts;
  return isOver(run) && run.runType === 'refresh' && counts !== undefined && counts.failed + counts.skipped + counts.canceled > 0;
}

function dayOf(run: RunInfo, now: number): string {
  const at = new Date(run.runStartTime ?? run.createdAt ?? now);
  const day = dayFormat.format(at);
  if (day === dayFormat.format(now)) return `Today, ${day}`;
  return day === dayFormat.format(now - 86_400_000) ? `Yesterday, ${day}` : day;
}
