import type { EnvironmentOverview } from '../api/overviews';

// refreshReason returns why an environment cannot be refreshed now; undefined if it can.
export function refreshReason({ status, health }: EnvironmentOverview): string | undefined {
  if (status === 'Deleting') return 'The environment is being deleted.';
  if (health.status === 'neverDeployed') return 'Nothing is deployed. Deploy first.';
  if (status === 'Failed Deploy') return 'The failed deployment blocks refreshes. Resume it or deploy again.';
  return undefined;
}

// deployReason returns why nothing can be deployed now; undefined if it can.
export function deployReason({ status }: EnvironmentOverview): string | undefined {
  if (status === 'Deleting') return 'The environment is being deleted.';
  if (status === 'Deploying') return 'A deployment is running.';
  return undefined;
}
