import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import type { components } from '../api/schema.gen';
import { unwrap } from '../api/unwrap';

type Schemas = components['schemas'];

export type SelectorMatches = Schemas['SelectorMatches'];
export type SelectorProblem = Schemas['SelectorProblem'];
export type MatchedNode = Schemas['MatchedNode'];

// The nodes that selectors are matched against: those of a workspace, or those deployed in an environment.
export type MatchedIn = { workspaceID: string } | { environmentID: string };

export interface Selectors {
  include: string;
  exclude: string;
}

const pauseMilliseconds = 150;
const mostNodes = 10_000;

export const jobMatchesQuery = (where: MatchedIn, { include, exclude }: Selectors) =>
  queryOptions({
    queryKey: ['jobMatches', where, include, exclude],
    queryFn: (): Promise<SelectorMatches> => {
      const body = { includeSelector: include, excludeSelector: exclude, limit: mostNodes };
      if ('workspaceID' in where) return unwrap(api.POST('/api/v1/workspaces/{workspaceID}/matches', { params: { path: where }, body }));
      return unwrap(api.POST('/api/v1/environments/{environmentID}/matches', { params: { path: where }, body }));
    },
    // The count stays while the next one is on its way.
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    retry: false,
  });

// useJobMatches follows the selectors that a user types. Nothing is requested while the user is typing.
export function useJobMatches(where: MatchedIn, { include, exclude }: Selectors, isEnabled = true): SelectorMatches | undefined {
  const [typedInclude] = useDebouncedValue(include, pauseMilliseconds);
  const [typedExclude] = useDebouncedValue(exclude, pauseMilliseconds);
  const query = useQuery({ ...jobMatchesQuery(where, { include: typedInclude, exclude: typedExclude }), enabled: isEnabled });
  const isCurrent = typedInclude === include && typedExclude === exclude && !query.isPlaceholderData;
  // An error in an earlier text would be marked at the wrong place.
  return query.data && (isCurrent || query.data.errors.length === 0) ? query.data : undefined;
}
