import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';

const movingMilliseconds = 1_500;
const restingMilliseconds = 20_000;

// useLive reads a query and keeps it current: often while something moves, seldom otherwise. It polls; an event stream
// can replace the polling here, for all pages about environments.
export function useLive<T, K extends QueryKey>(
  options: UseQueryOptions<T, Error, T, K>,
  isMoving: (data: T) => boolean,
): UseQueryResult<T> {
  return useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data !== undefined && isMoving(state.data) ? movingMilliseconds : restingMilliseconds),
  });
}
