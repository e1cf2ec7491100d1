import type { PlanSource } from '../api/plans';
import { parsedParameters } from './parameters';
import type { WizardContext } from './Wizard';

// planSource returns what to plan from the address and the draft; undefined if nothing is chosen, or if the archive is
// gone because the page was loaded again.
export function planSource({ environment, search, draft }: WizardContext): PlanSource | undefined {
  const parameters = draft.parameters === undefined ? undefined : parsedParameters(draft.parameters).value;
  const source = { environmentID: environment.id, parameters };
  if (search.deployment) return { ...source, request: { deployment: search.deployment } };
  if (search.workspace) return { ...source, request: { workspaceID: search.workspace } };
  if (search.source === 'upload') return draft.archive ? { ...source, archive: draft.archive } : undefined;
  return search.commit ? { ...source, request: { commit: search.commit } } : undefined;
}
