import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type FileChange, differenceQuery, isCommit } from '../../api/commits';
import { type Plan, useDeployPlan } from '../../api/plans';
import { may } from '../../environments/permissions';
import { announce } from '../../ui/announce';
import { ProblemAlert } from '../../ui/ProblemAlert';
import type { WizardContext } from '../Wizard';
import { ChangeSplit } from './ChangeSplit';
import { changesOf, isConfirmed, lossesOf, requiredConfirmation } from './changes';
import { LossConfirmation } from './LossConfirmation';
import { PlanCounts } from './PlanCounts';
import { PlanFooter } from './PlanFooter';
import { PlanWarnings, StopIssues } from './PlanIssues';
import { PlanScope } from './PlanScope';
import { StalePlan, staleReason } from './StalePlan';

interface PlanReviewProps extends WizardContext {
  plan: Plan;
}

// PlanReview shows a plan in the order of the command line: what stops it, what it destroys, warnings, changes.
export function PlanReview({ plan, ...context }: PlanReviewProps) {
  const { environment, overview, go } = context;
  const deploy = useDeployPlan();
  const button = useRef<HTMLDivElement>(null);
  const [input, setInput] = useState('');
  const changes = changesOf(plan);
  const losses = lossesOf(changes);
  const required = requiredConfirmation(losses, environment.name);
  const stale = staleReason(plan, overview, deploy.error);
  const sources = useSources(plan, context);

  function start() {
    deploy.mutate(
      { planID: plan.id, confirmDestructive: losses.length > 0 },
      {
        onSuccess: (run) => {
          announce(`Deployment ${run} is started`);
          go({ step: 'deploying', run: String(run), node: undefined, show: undefined });
        },
      },
    );
  }

  return (
    <Stack gap="md">
      {stale && <StalePlan reason={stale} {...context} />}
      {deploy.error && !stale && <ProblemAlert error={deploy.error} />}
      <StopIssues issues={plan.issues.stop} />
      <PlanScope scope={plan.scope} />
      <PlanCounts plan={plan} />
      {losses.length > 0 && plan.status === 'open' && (
        <LossConfirmation
          losses={losses}
          required={required}
          input={input}
          onInput={setInput}
          onEnter={() => button.current?.querySelector<HTMLElement>('[data-deploy]')?.focus()}
        />
      )}
      <PlanWarnings plan={plan} />
      <ChangeSplit changes={changes} sources={sources} {...context} />
      <div ref={button}>
        <PlanFooter
          plan={plan}
          changes={changes.length}
          missing={stale ?? (losses.length > 0 && !isConfirmed(input, required) ? `Type ${required.text} to allow the loss of data.` : undefined)}
          isWorking={deploy.isPending}
          onDeploy={start}
          {...context}
        />
      </div>
    </Stack>
  );
}

// useSources reads the files that differ between the deployed commit and the one of the plan. There are none if one of
// them is not a commit, such as a workspace, or if the user may not read the files.
function useSources({ gitInfo, environmentState }: Plan, { project, overview }: WizardContext): FileChange[] {
  const from = environmentState.deployedCommit ?? '';
  const to = gitInfo.oid;
  const isPossible = isCommit(from) && isCommit(to) && from !== to && may(overview, 'workspace.read');
  return useQuery({ ...differenceQuery(project.id, from, to), enabled: isPossible }).data ?? [];
}
