import type { RunFigures } from '../api/overviews';

// durationText returns a duration as "2 m 02 s".
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (milliseconds < 1_000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} m`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

// runMilliseconds returns how long a run took, or takes so far; 0 before it starts.
export function runMilliseconds({ runStartTime, runEndTime }: RunFigures, now: Date): number {
  if (!runStartTime) return 0;
  const end = runEndTime ? new Date(runEndTime) : now;
  return Math.max(0, end.getTime() - new Date(runStartTime).getTime());
}
