import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import { problemFromResponse, unreachable } from './problem';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type Plan = Schemas['Plan'];
export type PlanEdit = Schemas['PlanEdit'];
export type PlanIssue = Schemas['PlanIssue'];
export type PlanDestruction = Schemas['PlanDestruction'];
export type PlanRequest = Schemas['PlanRequest'];

export const planPath = (planID: string) => `/api/v1/plans/${planID}`;

export const planQuery = (planID: string) =>
  queryOptions({
    queryKey: ['plans', planID],
    queryFn: (): Promise<Plan> => unwrap(api.GET('/api/v1/plans/{planID}', { params: { path: { planID } } })),
  });

export interface PlanSource {
  environmentID: string;
  // What the server stores, or an archive of a project.
  request?: PlanRequest;
  archive?: File;
  parameters?: Record<string, unknown>;
}

export function useCreatePlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (source: PlanSource): Promise<Plan> => (source.archive ? uploadPlan(source, source.archive) : storedPlan(source)),
    onSuccess: (plan) => queryClient.setQueryData(planQuery(plan.id).queryKey, plan),
  });
}

function storedPlan({ environmentID, request, parameters }: PlanSource): Promise<Plan> {
  const body = { ...request, ...(parameters && { parameters }) };
  return unwrap(api.POST('/api/v1/environments/{environmentID}/plans', { params: { path: { environmentID } }, body }));
}

// uploadPlan sends the file itself as the body, which the generated client cannot.
async function uploadPlan({ environmentID, parameters }: PlanSource, archive: File): Promise<Plan> {
  const query = new URLSearchParams({ message: `Archive ${archive.name}`, ...(parameters && { parameters: JSON.stringify(parameters) }) });
  const response = await fetch(`/api/v1/environments/${environmentID}/plans?${query}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'content-type': 'application/zip' },
    body: archive,
  }).catch(() => {
    throw unreachable();
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemFromResponse(response, body);
  return body as Plan;
}

// The default of the server, which the generated types require.
const parallelism = 16;

// useDeployPlan starts the run that executes a plan, and returns its number.
export function useDeployPlan() {
  const queryClient = useQueryClient();
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ['plans'] });
    await queryClient.invalidateQueries({ queryKey: ['environments'] });
  };
  return useMutation({
    mutationFn: async ({ planID, confirmDestructive }: { planID: string; confirmDestructive: boolean }): Promise<number> =>
      (await unwrap(api.POST('/api/v1/plans/{planID}/deploy', { params: { path: { planID } }, body: { confirmDestructive, parallelism } }))).runCounter,
    onSuccess: refresh,
    // A rejection mostly means that the environment has changed.
    onError: refresh,
  });
}
