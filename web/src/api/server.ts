import { queryOptions } from '@tanstack/react-query';
import { answer } from './answer';
import { api } from './client';

// serverQuery works signed out; it changes only with a new version of the server.
export const serverQuery = queryOptions({
  queryKey: ['server'],
  queryFn: () => answer(api.GET('/api/v1/server')),
  staleTime: Infinity,
});
