import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type DeploymentRun, deploymentRunQuery, deploymentsQuery } from '../api/deployments';
import { planQuery } from '../api/plans';
import { useLive } from '../environments/useLive';
import { announce } from '../ui/announce';
import { QueryView } from '../ui/QueryView';
import { DeployProgress } from './DeployProgress';
import { DeployResult } from './DeployResult';
import type { WizardContext } from './Wizard';

export const isOver = ({ run: { runStatus } }: DeploymentRun) => runStatus !== 'running' && runStatus !== 'waitingToRun';

// DeployingStep follows the run of a deployment. After a failure it offers to resume.
export function DeployingStep(context: WizardContext) {
  const { environment, search } = context;
  const runID = search.run ?? '';
  const progress = useLive(deploymentRunQuery(runID), (data) => !isOver(data));
  const deployments = useQuery({ ...deploymentsQuery(environment.id), enabled: !search.plan }).data;
  const planID = search.plan ?? deployments?.find((deployment) => String(deployment.runID) === runID)?.planID;
  const plan = useQuery({ ...planQuery(planID ?? ''), enabled: planID !== undefined }).data;
  useRefreshAtEnd(progress.data);
  return (
    <QueryView query={progress}>
      {(data) => (
        <Stack gap="md">
          <DeployResult progress={data} plan={plan} {...context} />
          <DeployProgress progress={data} plan={plan} />
        </Stack>
      )}
    </QueryView>
  );
}

// useRefreshAtEnd reads the environment again when the run ends, and tells screen readers.
function useRefreshAtEnd(progress: DeploymentRun | undefined): void {
  const queryClient = useQueryClient();
  const status = progress && isOver(progress) ? progress.run.runStatus : undefined;
  useEffect(() => {
    if (!status) return;
    announce(`The deployment is ${status}`);
    void queryClient.invalidateQueries({ queryKey: ['environments'] });
  }, [status, queryClient]);
}
