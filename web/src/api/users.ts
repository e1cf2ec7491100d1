import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from './unwrap';
import { api } from './client';
import type { OrganizationRole, UserCreate, UserStatus } from './types';

export const usersPath = '/api/v1/users';

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async () => (await unwrap(api.GET('/api/v1/users'))).data,
});

// useUserChange refreshes all queries about users after a change of one. This includes the number of tokens,
// because a disabled user has none.
function useUserChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['users'] });
      await queryClient.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
}

export const useCreateUser = () => useUserChange((body: UserCreate) => unwrap(api.POST('/api/v1/users', { body })));

export const useCreateServiceAccount = () =>
  useUserChange((body: { name: string; organizationRole?: string }) => unwrap(api.POST('/api/v1/serviceAccounts', { body })));

export const useRemoveUserSecondFactor = () =>
  useUserChange((userID: string) => unwrap(api.DELETE('/api/v1/users/{userID}/secondFactor', { params: { path: { userID } } })));

export const useSetUserStatus = () =>
  useUserChange(({ userID, status }: { userID: string; status: UserStatus }) =>
    unwrap(api.PATCH('/api/v1/users/{userID}', { params: { path: { userID } }, body: { status } })),
  );

export const useSetOrganizationRole = () =>
  useUserChange(({ userID, role }: { userID: string; role: OrganizationRole }) =>
    unwrap(
      api.PUT('/api/v2/userRoles/{userID}/organizationRole', {
        params: { path: { userID } },
        body: { organizationRole: role },
      }),
    ),
  );

export const useDeleteUser = () =>
  useUserChange((userID: string) => unwrap(api.DELETE('/api/v1/users/{userID}', { params: { path: { userID } } })));

export const useSetBreakGlass = () =>
  useUserChange(({ userID, isBreakGlass }: { userID: string; isBreakGlass: boolean }) =>
    unwrap(api.PATCH('/api/v1/users/{userID}', { params: { path: { userID } }, body: { isBreakGlass } })),
  );
