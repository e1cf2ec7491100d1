import { useQuery } from '@tanstack/react-query';
import { type PlanSource, planQuery } from '../api/plans';
import { formattedParameters, parsedParameters } from './parameters';
import type { WizardContext } from './Wizard';

// planSource returns what to plan from the address and the draft; undefined if nothing is chosen, or if the archive is
// gone because the page was loaded again.
export function planSource({ environment, search, draft }: WizardContext, changed: string | undefined): PlanSource | undefined {
  const parameters = changed === undefined ? undefined : parsedParameters(changed).value;
  const source = { environmentID: environment.id, parameters };
  if (search.deployment) return { ...source, request: { deployment: search.deployment } };
  if (search.workspace) return { ...source, request: { workspaceID: search.workspace } };
  if (search.source === 'upload') return draft.archive ? { ...source, archive: draft.archive } : undefined;
  return search.commit ? { ...source, request: { commit: search.commit } } : undefined;
}

// useChangedParameters returns the parameters that the user entered, as JSON; undefined if they stay as they are. After a
// reload they are those of the plan.
export function useChangedParameters({ search, draft }: WizardContext): string | undefined {
  const isKept = draft.parameters === undefined && search.parameters === 'changed' && search.plan !== undefined;
  const plan = useQuery({ ...planQuery(search.plan ?? ''), enabled: isKept }).data;
  return isKept && plan ? formattedParameters(plan.runtimeParameters) : draft.parameters;
}
