import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type UserRoles = Schemas['UserRoles'];
export type EnvironmentRole = Schemas['EnvironmentRole'];

// environmentRolesQuery reads the roles of every user, with the role in this environment and its project.
export const environmentRolesQuery = (projectID: string, environmentID: string) =>
  queryOptions({
    queryKey: ['environmentRoles', environmentID],
    queryFn: async (): Promise<UserRoles[]> =>
      (await unwrap(api.GET('/api/v2/userRoles', { params: { query: { projectID, environmentID } } }))).data,
  });

// useSetEnvironmentRole sets the role of a user in an environment; no role removes it.
export function useSetEnvironmentRole(environmentID: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ userID, role }: { userID: string; role: EnvironmentRole | '' }): Promise<void> => {
      const path = { userID, environmentID };
      if (role === '') await unwrap(api.DELETE('/api/v2/userRoles/{userID}/environments/{environmentID}', { params: { path } }));
      else await unwrap(api.PUT('/api/v2/userRoles/{userID}/environments/{environmentID}', { params: { path }, body: { environmentRole: role } }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['environmentRoles', environmentID] }),
  });
}
