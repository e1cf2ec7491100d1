import type { Query, QueryClient } from '@tanstack/react-query';
import type { EnvironmentHealth } from '../api/overviews';
import type { EnvironmentEvent, EnvironmentSummary } from '../api/types';
import type { Refresher } from './Refresher';

// What the lists and the pages of environments have in common.
type Known = EnvironmentSummary & { health?: EnvironmentHealth; deployedCommit?: string };

// applyEnvironment changes the state of an environment in all lists and on its page. A stream begins with all states, so
// only those that differ from what the page shows cause a request.
export function applyEnvironment(queryClient: QueryClient, refresher: Refresher, event: EnvironmentEvent): void {
  const { environmentID: id } = event;
  applyVersion(queryClient, refresher, event);
  const all = queryClient.getQueryCache().findAll({ queryKey: ['environments'] });
  const lists = all.filter((query) => isListFor(query, event.project));
  const pages = all.filter(({ queryKey: [, first, second] }) => (first === id && second === undefined) || (first === 'overview' && second === id));
  const listed = lists.map(({ state }) => (state.data as Known[]).find((environment) => environment.id === id));
  const known = [...listed, ...pages.map(({ state }) => state.data as Known | null | undefined)].filter((state) => state != null);
  if (event.removed) {
    if (known.length > 0) refresher.request(['environments'], 1_000);
    return;
  }
  if (listed.includes(undefined)) refresher.request(['environments'], 1_000);
  if (known.every((state) => isSame(state, event))) return;
  for (const { queryKey } of lists) {
    queryClient.setQueryData<Known[]>(queryKey, (old) => old?.map((environment) => (environment.id === id ? changed(environment, event) : environment)));
  }
  for (const { queryKey } of pages) queryClient.setQueryData<Known | null>(queryKey, (old) => old && changed(old, event));
  refresher.requestOverviews(id, 1_000);
}

// isListFor reports whether a query is a list of environments that contains those of a project.
function isListFor({ queryKey, state }: Query, project: string | undefined): boolean {
  const filter = queryKey[1] === 'overviews' ? queryKey[2] : queryKey[1];
  if (typeof filter !== 'object' || filter === null || !Array.isArray(state.data)) return false;
  const { project: wanted } = filter as { project?: string };
  return project === undefined || wanted === undefined || wanted === project;
}

function changed(environment: Known, { name, status, health, deployedCommit }: EnvironmentEvent): Known {
  const next: Known = { ...environment, name: name ?? environment.name, status: status ?? environment.status };
  if (environment.health) next.health = health;
  if (environment.deployedCommit) next.deployedCommit = deployedCommit;
  return next;
}

// applyVersion reads again what depends on settings and deployed nodes, when these changed: plans may be out of date.
function applyVersion(queryClient: QueryClient, refresher: Refresher, { environmentID, version }: EnvironmentEvent): void {
  const key = ['environmentVersions', environmentID];
  const previous = queryClient.getQueryData<number>(key);
  queryClient.setQueryData<number>(key, version);
  if (previous === undefined || previous === version) return;
  refresher.request(['plans'], 1_000);
  refresher.request(['environments', environmentID], 1_000);
}

function isSame(environment: Known, event: EnvironmentEvent): boolean {
  const next = changed(environment, event);
  return (
    next.name === environment.name &&
    next.status === environment.status &&
    next.deployedCommit === environment.deployedCommit &&
    JSON.stringify(next.health) === JSON.stringify(environment.health)
  );
}
