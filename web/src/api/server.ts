import { queryOptions } from '@tanstack/react-query';
import { unwrap } from './unwrap';
import { api } from './client';

// serverQuery needs no session. Its result changes only with a new version of the server.
export const serverQuery = queryOptions({
  queryKey: ['server'],
  queryFn: () => unwrap(api.GET('/api/v1/server')),
  staleTime: Infinity,
});

// currentServerQuery reads the same again, to find out whether the server was upgraded since this page was loaded.
export const currentServerQuery = queryOptions({
  queryKey: ['server', 'current'],
  queryFn: () => unwrap(api.GET('/api/v1/server')),
  refetchInterval: 5 * 60_000,
});

// serverStateQuery reads the state of the server. Only administrators of the organization may read it.
export const serverStateQuery = queryOptions({
  queryKey: ['server', 'state'],
  queryFn: () => unwrap(api.GET('/api/v1/serverState')),
  refetchInterval: 5_000,
});

// workersQuery lists the processes that execute runs. Only administrators of the organization may read it.
export const workersQuery = queryOptions({
  queryKey: ['server', 'workers'],
  queryFn: () => unwrap(api.GET('/api/v1/workers')),
  refetchInterval: 5_000,
});

// readinessQuery reports whether the server accepts requests; its error says why not.
export const readinessQuery = queryOptions({
  queryKey: ['server', 'readiness'],
  queryFn: () => unwrap(api.GET('/readyz')),
  refetchInterval: 5_000,
  retry: false,
});
