import { useNavigate } from '@tanstack/react-router';
import type { Deployment } from '../api/deployments';
import type { EnvironmentOverview } from '../api/overviews';
import { useCreatePlan } from '../api/plans';
import { problemOf } from '../api/problem';
import { may } from '../environments/permissions';
import { deployReason } from '../environments/runReason';
import { ActionButton } from '../ui/ActionButton';
import { sentence } from '../ui/text';
import { Tooltip } from '../ui/Tooltip';

interface RollBackButtonProps {
  deployment: Deployment;
  overview: EnvironmentOverview;
}

// RollBackButton makes a plan of an earlier deployment and opens its review. Nothing changes before that is deployed.
export function RollBackButton({ deployment: { runID, commit }, overview }: RollBackButtonProps) {
  const create = useCreatePlan();
  const navigate = useNavigate();
  if (!may(overview, 'environment.run')) return null;

  function plan() {
    const deployment = String(runID);
    create.mutate(
      { environmentID: overview.id, request: { deployment } },
      {
        onSuccess: ({ id }) =>
          void navigate({
            to: '/projects/$projectID/environments/$environmentID/deploy',
            params: { projectID: overview.project, environmentID: overview.id },
            search: { step: 'plan', plan: id, deployment },
          }),
      },
    );
  }

  const button = (
    <ActionButton
      variant="default"
      size="xs"
      reason={deployReason(overview)}
      loading={create.isPending}
      aria-label={`Roll back to deployment ${runID}, ${commit.slice(0, 7)}`}
      onClick={plan}
    >
      Roll back…
    </ActionButton>
  );
  if (!create.error) return button;
  const problem = problemOf(create.error);
  return (
    <div>
      {button}
      <Tooltip label={problem.hint}>
        <small role="alert">{sentence(problem.message)}</small>
      </Tooltip>
    </div>
  );
}
