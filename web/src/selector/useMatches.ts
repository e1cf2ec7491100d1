import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type MatchTarget, type SelectorMatches, matchesQuery } from '../api/matches';

// How long typing must pause before the server is asked.
const pauseMilliseconds = 150;

export interface MatchSelectors {
  include: string;
  exclude?: string;
  // An environment to compare a workspace with.
  compareWith?: string;
}

export interface Matching {
  // What the selectors matched last; undefined before the first answer.
  matches: SelectorMatches | undefined;
  // Whether the matches are those of an earlier text.
  isStale: boolean;
  error: Error | null;
}

// useMatches follows the selectors that a user types. Nothing is asked while the user is typing.
export function useMatches(target: MatchTarget, { include, exclude, compareWith }: MatchSelectors): Matching {
  const [typed] = useDebouncedValue(include, pauseMilliseconds);
  const [typedExclude] = useDebouncedValue(exclude, pauseMilliseconds);
  const query = useQuery(matchesQuery(target, { include: typed, exclude: typedExclude, compareWith }));
  const isStale = typed !== include || typedExclude !== exclude || query.isPlaceholderData;
  return { matches: query.data, isStale, error: query.error };
}
