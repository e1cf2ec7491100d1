import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type UserRoles = Schemas['UserRoles'];

export const userRolesPath = '/api/v2/userRoles';

export const userRolesQuery = queryOptions({
  queryKey: ['userRoles'],
  queryFn: async (): Promise<UserRoles[]> => (await unwrap(api.GET('/api/v2/userRoles'))).data,
});

// Where a role holds. Without a project it is the organization.
export type RoleScope = { level: 'organization' } | { level: 'project'; projectID: string } | { level: 'environment'; environmentID: string };

export interface RoleChange {
  userID: string;
  scope: RoleScope;
  // Empty: no role.
  role: string;
}

async function setRole({ userID, scope, role }: RoleChange): Promise<void> {
  if (scope.level === 'organization') {
    await unwrap(api.PUT('/api/v2/userRoles/{userID}/organizationRole', { params: { path: { userID } }, body: { organizationRole: role } }));
    return;
  }
  if (scope.level === 'project') {
    const params = { path: { userID, projectID: scope.projectID } };
    if (role === '') await unwrap(api.DELETE('/api/v2/userRoles/{userID}/projects/{projectID}', { params }));
    else await unwrap(api.PUT('/api/v2/userRoles/{userID}/projects/{projectID}', { params, body: { projectRole: role } }));
    return;
  }
  const params = { path: { userID, environmentID: scope.environmentID } };
  if (role === '') await unwrap(api.DELETE('/api/v2/userRoles/{userID}/environments/{environmentID}', { params }));
  else await unwrap(api.PUT('/api/v2/userRoles/{userID}/environments/{environmentID}', { params, body: { environmentRole: role } }));
}

export function useSetRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: setRole,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['userRoles'] });
      await queryClient.invalidateQueries({ queryKey: ['users'] });
    },
  });
}
