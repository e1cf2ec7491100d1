import { queryOptions } from '@tanstack/react-query';
import { unwrap } from './unwrap';
import { api } from './client';

// serverQuery needs no session. Its result changes only with a new version of the server.
export const serverQuery = queryOptions({
  queryKey: ['server'],
  queryFn: () => unwrap(api.GET('/api/v1/server')),
  staleTime: Infinity,
});
