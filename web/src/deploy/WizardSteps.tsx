import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { WizardSearch, WizardStep } from '../app/environmentSearch';
import { shortCommit } from '../environments/DeployedCommit';
import { Icon } from '../ui/Icon';
import type { WizardContext } from './Wizard';
import classes from './WizardSteps.module.css';

const steps: { step: WizardStep; label: string }[] = [
  { step: 'commit', label: 'Commit' },
  { step: 'parameters', label: 'Parameters' },
  { step: 'plan', label: 'Plan' },
  { step: 'deploying', label: 'Deploying' },
];

// WizardSteps shows where the user is. The steps before are links; a deployment that runs has no way back.
export function WizardSteps({ step, context }: { step: WizardStep; context: WizardContext }) {
  const current = steps.findIndex((candidate) => candidate.step === step);
  const { project, environment, search } = context;
  const params = { projectID: project.id, environmentID: environment.id };
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map(({ step: one, label }, index) => {
        const state = index < current ? 'done' : index === current ? 'now' : 'later';
        const text = (
          <span className={classes.label}>
            <strong>{label}</strong>
            <Choice step={one} state={state} context={context} />
          </span>
        );
        return (
          <li key={one} className={classes.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={classes.number} aria-hidden="true">
              {state === 'done' ? <Icon name="check" size={15} /> : index + 1}
            </span>
            {state === 'done' && step !== 'deploying' ? (
              <Link
                className={classes.back}
                to="/projects/$projectID/environments/$environmentID/deploy"
                params={params}
                search={backTo(one, search)}
              >
                {text}
              </Link>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ol>
  );
}

function backTo(step: WizardStep, search: WizardSearch): WizardSearch {
  return { ...search, step, node: undefined, show: undefined };
}

function Choice({ step, state, context: { search, draft } }: { step: WizardStep; state: string; context: WizardContext }) {
  if (state !== 'done') return null;
  if (step === 'commit') return <span>{sourceText(search, draft.archive)}</span>;
  if (step === 'parameters') return <span>{draft.parameters === undefined && !search.parameters ? 'as they are' : 'changed'}</span>;
  return <VisuallyHidden>done</VisuallyHidden>;
}

function sourceText({ commit, workspace, deployment }: WizardSearch, archive: File | undefined): string {
  if (deployment) return `roll back to deployment ${deployment}`;
  if (workspace) return `workspace ${workspace}`;
  if (archive) return archive.name;
  return commit ? shortCommit(commit) : '';
}
