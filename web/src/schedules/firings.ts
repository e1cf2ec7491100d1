import type { Firing } from '../api/schedules';
import type { RunInfo } from '../api/types';
import type { Look } from '../runs/status';
import { formatDuration } from '../runs/duration';
import { counted } from '../ui/text';

const looks: Record<Firing['state'], Look> = {
  due: { tone: 'fading', icon: 'waiting', label: 'Due' },
  queued: { tone: 'fading', icon: 'waiting', label: 'Queued' },
  started: { tone: 'moving', icon: 'running', label: 'Running' },
  completed: { tone: 'idle', icon: 'idle', label: 'Completed' },
  failed: { tone: 'failed', icon: 'failed', label: 'Failed' },
  canceled: { tone: 'fading', icon: 'canceled', label: 'Canceled' },
  skipped: { tone: 'skip', icon: 'skipped', label: 'Skipped' },
  missed: { tone: 'warning', icon: 'alert', label: 'Missed' },
};

export function firingLook(firing: Firing, run: RunInfo | undefined): Look {
  if (firing.state === 'completed' && run && run.failedTests > 0) return { tone: 'warning', icon: 'alert', label: 'Tests failed' };
  return looks[firing.state];
}

// firingText says in one line what happened.
export function firingText(firing: Firing, run: RunInfo | undefined): string {
  if (firing.reason) return firing.reason;
  if (run?.firstError) return `${run.firstError.name}: ${run.firstError.message}`;
  if (run?.runFailureReason) return run.runFailureReason;
  if (run) return counted(run.runDetails.nodesInRun, 'node');
  return '';
}

const causes: Record<Firing['cause'], string> = { time: '', run: 'after a run', person: 'Run now' };

export function causeText({ cause, afterRunID }: Firing): string {
  return cause === 'run' && afterRunID !== undefined ? `after run ${afterRunID}` : causes[cause];
}

// firingDuration is the time from when the firing was due to the end of its run.
export function firingDuration(firing: Firing, run: RunInfo | undefined): string {
  if (!run?.runEndTime) return '';
  return formatDuration(Math.max(0, Date.parse(run.runEndTime) - Date.parse(firing.dueAt)));
}

const countedStates: Firing['state'][] = ['completed', 'failed', 'canceled', 'skipped', 'missed'];

// countsText sums up firings: "18 completed, 1 failed".
export function countsText(firings: Firing[]): string {
  return countedStates
    .map((state) => ({ state, count: firings.filter((firing) => firing.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(', ');
}
