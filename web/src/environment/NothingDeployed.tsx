import type { EnvironmentOverview } from '../api/overviews';
import { DeployButton } from '../environments/DeployButton';
import { may } from '../environments/permissions';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';

// NothingDeployed replaces what an environment without a deployment cannot show.
export function NothingDeployed({ overview }: { overview: EnvironmentOverview }) {
  return (
    <Panel>
      <EmptyState icon="deploy" title="Nothing is deployed" action={<DeployButton overview={overview} />}>
        {may(overview, 'environment.run')
          ? 'Choose a commit, check the parameters, and review the plan. Nothing changes before you deploy the plan.'
          : 'An administrator of the environment or of the project can deploy.'}
      </EmptyState>
    </Panel>
  );
}
