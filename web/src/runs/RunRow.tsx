import { Link } from '@tanstack/react-router';
import { isOver } from '../api/runs';
import type { RunInfo } from '../api/types';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import { DurationBar } from './DurationBar';
import classes from './RunTable.module.css';
import { Starter } from './Starter';
import { StateMark } from './StateMark';
import { clockTime } from './duration';
import { countsText } from './nodes';
import type { Place } from './places';
import { type Look, runLook } from './status';
import tones from './tones.module.css';

interface RunRowProps {
  run: RunInfo;
  place: Place;
  whatRan: string;
  now: number;
  isTicked: boolean;
  // Absent if the run cannot be run again.
  onToggle?: () => void;
}

export function RunRow({ run, place, whatRan, now, isTicked, onToggle }: RunRowProps) {
  const look = rowLook(run);
  return (
    <tr data-run={run.id} data-bad={look.tone === 'failed' || look.tone === 'warning' || undefined}>
      <td className={classes.tick}>
        {onToggle && <input type="checkbox" aria-label={`Select run ${run.id}`} checked={isTicked} onChange={onToggle} />}
      </td>
      <th scope="row" className={classes.state}>
        <StateMark look={look} />
        <Link to="/runs/$runID" params={{ runID: `${run.id}` }} className={classes.number} data-row-link>
          {run.id}
        </Link>
      </th>
      <td className={classes.what}>
        <div className={classes.line}>
          <strong>{place.name}</strong>
          <span className={classes.soft}>
            {whatRan}
            {run.reRunID && `, re-run of ${run.reRunID}`}
          </span>
          {run.resolvedBy !== undefined && (
            <Link to="/runs/$runID" params={{ runID: `${run.resolvedBy}` }} className={classes.resolved}>
              repaired by {run.resolvedBy}
            </Link>
          )}
        </div>
        <Result run={run} look={look} />
      </td>
      <td className={classes.duration}>
        <DurationBar run={run} tone={look.tone} now={now} />
      </td>
      <td className={classes.starter}>
        <Starter starter={run.startedBy} />
        <div className={classes.soft}>
          <When run={run} />
        </div>
      </td>
    </tr>
  );
}

// A failure that a later run has repaired is gray.
function rowLook(run: RunInfo): Look {
  const look = runLook(run);
  return run.resolvedBy !== undefined && look.tone === 'failed' ? { ...look, tone: 'fading' } : look;
}

function Result({ run, look }: { run: RunInfo; look: Look }) {
  const { firstError, nodeCounts } = run;
  if (firstError) {
    return (
      <div className={`${classes.error} ${tones.tone}`} data-tone={look.tone === 'fading' ? 'fading' : firstError.isTest ? 'warning' : 'failed'} title={firstError.message}>
        <b>{firstError.name}</b> › {firstError.message || run.runFailureReason}
        {firstError.isTest && run.failedTests > 1 && `, ${counted(run.failedTests, 'failed test')} in all`}
      </div>
    );
  }
  if (run.runFailureReason) {
    return (
      <div className={`${classes.error} ${tones.tone}`} data-tone={look.tone} title={run.runFailureReason}>
        {run.runFailureReason}
      </div>
    );
  }
  return <div className={classes.soft}>{nodeCounts ? resultText(run) : ''}</div>;
}

function resultText(run: RunInfo): string {
  if (run.runStatus === 'completed') return counted(run.runDetails.nodesInRun, 'node');
  return run.nodeCounts ? countsText(run.nodeCounts) : '';
}

function When({ run }: { run: RunInfo }) {
  const at = run.runStartTime ?? run.createdAt;
  if (!at) return null;
  return (
    <>
      {clockTime(at).slice(0, 5)}
      {isOver(run) ? ', ' : ', since '}
      <RelativeTime at={at} />
    </>
  );
}
