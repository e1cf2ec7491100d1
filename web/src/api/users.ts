import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from './answer';
import { api } from './client';
import type { OrganizationRole, UserCreate, UserStatus } from './types';

export const usersPath = '/api/v1/users';

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async () => (await answer(api.GET('/api/v1/users'))).data,
});

// useUserChange refreshes what shows users after any change to one of them: also the number of tokens, which
// a disabled user loses.
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

export const useCreateUser = () => useUserChange((body: UserCreate) => answer(api.POST('/api/v1/users', { body })));

export const useSetUserStatus = () =>
  useUserChange(({ userID, status }: { userID: string; status: UserStatus }) =>
    answer(api.PATCH('/api/v1/users/{userID}', { params: { path: { userID } }, body: { status } })),
  );

export const useSetOrganizationRole = () =>
  useUserChange(({ userID, role }: { userID: string; role: OrganizationRole }) =>
    answer(
      api.PUT('/api/v2/userRoles/{userID}/organizationRole', {
        params: { path: { userID } },
        body: { organizationRole: role },
      }),
    ),
  );

export const useDeleteUser = () =>
  useUserChange((userID: string) => answer(api.DELETE('/api/v1/users/{userID}', { params: { path: { userID } } })));
