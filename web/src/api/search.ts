import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

export type SearchResult = components['schemas']['SearchResult'];
export type SearchResults = components['schemas']['SearchResults'];

const resultsOfEachType = '6';
const longestText = 200;

// searchQuery keeps the last results while the next ones load, so that the list does not flicker while the user types.
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }): Promise<SearchResults> =>
      unwrap(api.GET('/api/v1/search', { params: { query: { q: text.slice(0, longestText), limit: resultsOfEachType } }, signal })),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
