import type { RunInfo } from '../api/types';
import classes from './DurationBar.module.css';
import { formatDuration, spanDuration } from './duration';
import type { Tone } from './status';
import tones from './tones.module.css';

interface DurationBarProps {
  run: RunInfo;
  tone: Tone;
  now: number;
}

// The mark of the usual duration is at this share of the bar.
const usualShare = 0.66;
const longFrom = 1.25;

// DurationBar shows how long a run took against the usual.
export function DurationBar({ run, tone, now }: DurationBarProps) {
  const duration = spanDuration({ start: run.runStartTime, end: run.runEndTime }, now);
  if (duration === undefined) return <span className={classes.text}>–</span>;
  const usual = run.usualDuration;
  const share = usual ? Math.min(1, (duration / usual) * usualShare) : 0;
  const longer = usual && run.runStatus === 'completed' && duration > usual * longFrom && duration - usual > 1_000 ? duration / usual - 1 : 0;
  return (
    <span className={classes.duration}>
      <span className={`${classes.bar} ${tones.tone}`} data-tone={tone} data-empty={!usual || undefined} aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
        {usual && <b style={{ left: `${usualShare * 100}%` }} />}
      </span>
      <span className={classes.text}>
        {formatDuration(duration)}
        {longer > 0 && <span className={classes.longer}>{Math.round(longer * 100)} % longer</span>}
      </span>
    </span>
  );
}
