import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { EnvironmentOverview } from '../api/overviews';
import type { Environment, Project } from '../api/types';
import type { WizardSearch, WizardStep } from '../app/environmentSearch';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { PageHeader } from '../ui/PageHeader';
import { CommitStep } from './CommitStep';
import { DeployingStep } from './DeployingStep';
import { ParametersStep } from './ParametersStep';
import { PlanStep } from './PlanStep';
import { WizardSteps } from './WizardSteps';

const route = getRouteApi('/signedIn/projects/$projectID/environments/$environmentID/deploy');

// What the user has entered and the address cannot contain. It stays while the user goes back and forth.
export interface Draft {
  archive?: File;
  // JSON; absent if the parameters stay as they are.
  parameters?: string;
}

export interface WizardContext {
  environment: Environment;
  overview: EnvironmentOverview;
  project: Project;
  search: WizardSearch;
  draft: Draft;
  onDraft: (change: Draft) => void;
  // go changes the address; a new step is a new entry of the history.
  go: (change: WizardSearch, options?: { replace?: boolean }) => void;
}

interface WizardProps {
  environment: Environment;
  overview: EnvironmentOverview;
  project: Project;
}

export function Wizard({ environment, overview, project }: WizardProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [draft, setDraft] = useState<Draft>({});
  const step = stepOf(search);
  const context: WizardContext = {
    environment,
    overview,
    project,
    search,
    draft,
    onDraft: (change) => setDraft((old) => ({ ...old, ...change })),
    go: (change, options) => void navigate({ search: (old) => ({ ...old, ...change }), replace: options?.replace ?? false }),
  };
  return (
    <Stack gap="lg">
      <PageHeader title={`Deploy to ${environment.name}`} actions={<CopyAsCurl path={mainPath(step, search, context)} command={mainCommand(step, search, context)} />} />
      <WizardSteps step={step} context={context} />
      {step === 'commit' && <CommitStep {...context} />}
      {step === 'parameters' && <ParametersStep {...context} />}
      {step === 'plan' && <PlanStep key={search.plan} {...context} />}
      {step === 'deploying' && <DeployingStep key={search.run} {...context} />}
    </Stack>
  );
}

// stepOf returns the step of the address, or the last one that the address has everything for.
function stepOf({ step, plan, run }: WizardSearch): WizardStep {
  if (step === 'deploying' && run) return 'deploying';
  if (step === 'plan' && plan) return 'plan';
  if (!step && plan) return 'plan';
  return step === 'parameters' ? 'parameters' : 'commit';
}

function mainPath(step: WizardStep, { plan, run }: WizardSearch, { environment, project }: WizardContext): string {
  if (step === 'plan' && plan) return `/api/v1/plans/${plan}`;
  if (step === 'deploying' && run) return `/api/v1/runs/${run}/results`;
  return step === 'parameters' ? `/api/v1/environments/${environment.id}` : `/api/v1/projects/${project.id}/commits`;
}

function mainCommand(step: WizardStep, { plan, run }: WizardSearch, { environment, project }: WizardContext): string {
  if (step === 'plan' && plan) return `millrace plans get ${plan}`;
  if (step === 'deploying' && run) return `millrace results ${run}`;
  return step === 'parameters' ? `millrace environments get ${environment.id}` : `millrace projects history ${project.id}`;
}
