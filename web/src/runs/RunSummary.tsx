import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isOver } from '../api/runs';
import type { NodeCounts, RunInfo } from '../api/types';
import { RelativeTime } from '../ui/RelativeTime';
import { Tooltip } from '../ui/Tooltip';
import { CountsBar } from './CountsBar';
import { Starter } from './Starter';
import classes from './RunSummary.module.css';
import { clockTime, durationText, formatDuration, spanDuration, timeZone } from './duration';
import { countsText } from './nodes';
import { type Place, usePlaces } from './places';
import { leftText } from './useTimeLeft';
import { useWhatRan } from './whatRan';

interface RunSummaryProps {
  run: RunInfo;
  counts: NodeCounts | undefined;
  // The estimated time until the run ends, in milliseconds; absent if it is unknown.
  left?: number;
  now: number;
}

// RunSummary is the line of facts under the title of a run.
export function RunSummary({ run, counts, left, now }: RunSummaryProps) {
  const place = usePlaces()(run.environmentID);
  const whatRan = useWhatRan([run]);
  const span = { start: run.runStartTime, end: run.runEndTime };
  return (
    <dl className={classes.facts}>
      <Fact label={place.isWorkspace ? 'Workspace' : 'Environment'}>
        <PlaceLink place={place} />
      </Fact>
      <Fact label={isOver(run) ? 'What ran' : 'What runs'}>
        {whatRan(run)}
        {run.reRunID && (
          <>
            {', re-run of '}
            <Link to="/runs/$runID" params={{ runID: run.reRunID }}>
              {run.reRunID}
            </Link>
          </>
        )}
      </Fact>
      <Fact label="Started by">
        <Starter starter={run.startedBy} />
      </Fact>
      <Fact label={run.runStartTime ? 'Started' : 'Requested'}>
        <StartTime at={run.runStartTime ?? run.createdAt} />
      </Fact>
      <Fact label={isOver(run) ? 'Duration' : 'Elapsed'}>
        {durationText(span, now)} {run.usualDuration !== undefined && <Usual usual={run.usualDuration} duration={spanDuration(span, now)} />}
      </Fact>
      {left !== undefined && (
        <Fact label="Time left, estimated">
          <Tooltip label="From the usual durations of the nodes that are left">
            <span className={left === 0 ? classes.amber : undefined}>{leftText(left)}</span>
          </Tooltip>
        </Fact>
      )}
      {run.runDetails.deployCommit && (
        <Fact label="Commit">
          <code title={run.runDetails.deployCommitMessage}>{run.runDetails.deployCommit.slice(0, 8)}</code>
        </Fact>
      )}
      {run.resolvedBy !== undefined && (
        <Fact label="Repaired by">
          <Link to="/runs/$runID" params={{ runID: `${run.resolvedBy}` }}>
            Run {run.resolvedBy}
          </Link>
        </Fact>
      )}
      {counts && (
        <div className={classes.counts}>
          <dt>{countsText(counts)}</dt>
          <dd>
            <CountsBar counts={counts} failedTests={run.failedTests} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function PlaceLink({ place }: { place: Place }) {
  if (!place.projectID || place.isWorkspace) return <>{place.name}</>;
  return (
    <Link to="/projects/$projectID/deploy" params={{ projectID: place.projectID }} search={{ q: place.name }}>
      {place.name}
    </Link>
  );
}

function StartTime({ at }: { at: string | undefined }) {
  if (!at) return <>–</>;
  return (
    <>
      <Tooltip label={timeZone}>
        <span>{clockTime(at)}</span>
      </Tooltip>{' '}
      <span className={classes.soft}>
        <RelativeTime at={at} />
      </span>
    </>
  );
}

function Usual({ usual, duration }: { usual: number; duration: number | undefined }) {
  const isLong = duration !== undefined && duration > usual * 1.25 && duration - usual > 1_000;
  return <span className={isLong ? classes.amber : classes.soft}>usual {formatDuration(usual)}</span>;
}
