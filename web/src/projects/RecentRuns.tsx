import { Link } from '@tanstack/react-router';
import { Anchor } from '@mantine/core';
import type { RunInfo } from '../api/types';
import { usePlaces } from '../runs/places';
import { StateMark } from '../runs/StateMark';
import { runLook } from '../runs/status';
import tones from '../runs/tones.module.css';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import classes from './ProjectOverview.module.css';

// RecentRuns lists the newest runs of a project; a failure has its first error.
export function RecentRuns({ runs }: { runs: RunInfo[] }) {
  const placeOf = usePlaces();
  if (runs.length === 0) {
    return (
      <Panel>
        <EmptyState icon="runs" title="No runs yet">
          Deployments, refreshes and development runs of this project appear here.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel>
      <ul className={classes.list} aria-label="Last runs">
        {runs.map((run) => {
          const look = runLook(run);
          const at = run.runEndTime ?? run.runStartTime ?? run.createdAt;
          return (
            <li key={run.id} className={classes.item}>
              <span>
                <Anchor inherit fw={600} renderRoot={(props) => <Link {...props} to="/runs/$runID" params={{ runID: `${run.id}` }} />}>
                  Run {run.id}
                </Anchor>{' '}
                <span className={classes.soft}>
                  {run.runType === 'deploy' ? 'deployed to' : 'in'} {placeOf(run.environmentID).name}
                  {at && (
                    <>
                      , <RelativeTime at={at} />
                    </>
                  )}
                </span>
              </span>
              <StateMark look={look} />
              {run.firstError && (
                <span className={`${classes.error} ${tones.tone}`} data-tone={look.tone}>
                  {run.firstError.name}: {run.firstError.message}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
