import { Alert, Button, Text } from '@mantine/core';
import type { EnvironmentOverview } from '../../api/overviews';
import { type Plan, useCreatePlan } from '../../api/plans';
import { Problem } from '../../api/problem';
import { shortCommit } from '../../environments/DeployedCommit';
import { Icon } from '../../ui/Icon';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { sentence } from '../../ui/text';
import { planSource, useChangedParameters } from '../planSource';
import type { WizardContext } from '../Wizard';

const conflict = 409;

// staleReason returns why a plan can no longer be deployed; undefined if it can.
export function staleReason(plan: Plan, { status, deployment }: EnvironmentOverview, refusal: unknown): string | undefined {
  if (plan.status === 'deployed') return 'It was deployed already.';
  if (refusal instanceof Problem && refusal.status === conflict) return `${sentence(refusal.message)}.`;
  if (plan.status === 'stale') {
    const isOther = deployment && deployment.commit !== plan.environmentState.deployedCommit;
    return isOther ? `Run ${deployment.runID} deployed ${shortCommit(deployment.commit)}.` : 'The environment has changed since it was made.';
  }
  if (status === 'Deploying') return 'Another deployment is running.';
  return undefined;
}

// StalePlan says that the plan no longer holds, and makes a new one of the same source.
export function StalePlan({ reason, ...context }: WizardContext & { reason: string }) {
  const create = useCreatePlan();
  const source = planSource(context, useChangedParameters(context));
  const { go } = context;

  function planAgain() {
    if (!source) return go({ step: 'commit', plan: undefined });
    create.mutate(source, { onSuccess: ({ id }) => go({ step: 'plan', plan: id, node: undefined }) });
  }

  return (
    <Alert variant="outline" color="red" role="alert" icon={<Icon name="alert" />} title={`This plan no longer holds. ${reason}`} data-stale>
      <Text size="sm">Make a new plan to see what would change now.</Text>
      <Button size="xs" variant="default" mt="sm" loading={create.isPending} onClick={planAgain}>
        Plan again
      </Button>
      {create.error && <ProblemAlert error={create.error} />}
    </Alert>
  );
}
