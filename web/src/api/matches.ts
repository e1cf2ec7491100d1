import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type SelectorMatches = Schemas['SelectorMatches'];
export type SelectorProblem = Schemas['SelectorProblem'];
export type MatchedNode = Schemas['MatchedNode'];

// The nodes that selectors are matched against: those of a workspace, or those deployed in an environment.
export type MatchTarget = { workspaceID: string } | { environmentID: string };

export interface MatchInput {
  include: string;
  exclude?: string;
  // An environment to compare a workspace with.
  compareWith?: string;
  limit?: number;
}

export const matchesQuery = (target: MatchTarget, input: MatchInput) =>
  queryOptions({
    queryKey: [...keyOf(target), 'matches', input],
    queryFn: (): Promise<SelectorMatches> => fetchMatches(target, input),
    // The count stays while the next one is on its way.
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });

function keyOf(target: MatchTarget): string[] {
  return 'workspaceID' in target ? ['workspaces', target.workspaceID] : ['environments', target.environmentID];
}

function fetchMatches(target: MatchTarget, { include, exclude, compareWith, limit = 10_000 }: MatchInput): Promise<SelectorMatches> {
  const selectors = { includeSelector: include, excludeSelector: exclude, limit };
  if ('workspaceID' in target) {
    const body = { ...selectors, environmentID: compareWith };
    return unwrap(api.POST('/api/v1/workspaces/{workspaceID}/matches', { params: { path: target }, body }));
  }
  return unwrap(api.POST('/api/v1/environments/{environmentID}/matches', { params: { path: target }, body: selectors }));
}
