import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { rarely, useConnection } from '../events/connection';

const movingMilliseconds = 1_500;
const restingMilliseconds = 20_000;

// useLive reads a query and keeps it current. Events change it; without them it is read often while something moves, and
// seldom otherwise.
export function useLive<T, K extends QueryKey>(
  options: UseQueryOptions<T, Error, T, K>,
  isMoving: (data: T) => boolean,
): UseQueryResult<T> {
  const { state: connection } = useConnection();
  const interval = (data: T | undefined) => (data !== undefined && isMoving(data) ? movingMilliseconds : restingMilliseconds);
  return useQuery({
    ...options,
    refetchInterval: connection === 'live' ? rarely : ({ state }) => interval(state.data),
  });
}
