import type { EnvironmentOverview } from '../api/overviews';

const resting = new Set<string>(['Waiting', 'Failed Deploy', 'Failed Refresh', 'Failed Dev Run']);

// isMoving reports whether a run is active in an environment, or waits.
export function isMoving({ status, runs }: EnvironmentOverview): boolean {
  return !resting.has(status) || runs.some(({ runStatus }) => runStatus === 'running' || runStatus === 'waitingToRun');
}
