import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

export type ConnectionUser = components['schemas']['ConnectionUser'];

// connectionUsersQuery lists who may use a connection. Only administrators of the organization may read it.
export const connectionUsersQuery = (connectionID: string) =>
  infiniteQueryOptions({
    queryKey: ['connections', connectionID, 'users'],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/api/v1/connections/{connectionID}/users', {
          params: { path: { connectionID }, query: { limit: '100', orderBy: 'email', startingFrom: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });
