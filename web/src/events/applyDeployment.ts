import type { QueryClient } from '@tanstack/react-query';
import type { DeploymentRun } from '../api/deployments';
import { isOver } from '../api/runs';
import type { DeploymentEvent } from '../api/types';
import type { Refresher } from './Refresher';

// applyDeployment changes the page that follows a deployment, and reads again what a deployment changes when it ends.
export function applyDeployment(queryClient: QueryClient, refresher: Refresher, event: DeploymentEvent): void {
  const { environmentID, runStatus, runStartTime, runEndTime, runFailureReason, canceled } = event;
  const key = ['deploymentRuns', `${event.runID}`];
  queryClient.setQueryData<DeploymentRun>(
    key,
    (old) =>
      old && {
        ...old,
        run: { ...old.run, runStatus, runStartTime, runEndTime, runFailureReason, runDetails: { ...old.run.runDetails, canceled } },
      },
  );
  refresher.request(key, isOver(event) ? 0 : 1_000);
  refresher.request(['environments', 'deployments', environmentID], 1_000);
  if (!isOver(event)) return;
  // A plan is out of date after another deployment; graph, jobs and nodes of the environment are those of the new one.
  refresher.request(['plans'], 1_000);
  refresher.request(['environments', environmentID], 1_000);
  refresher.request(['environments', 'nodeHealth', environmentID], 1_000);
}
