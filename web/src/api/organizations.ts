import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

export type AdministeredOrganization = components['schemas']['AdministeredOrganization'];
type OrganizationCreate = components['schemas']['OrganizationCreate'];
type OrganizationUpdate = components['schemas']['OrganizationUpdate'];

export const organizationsPath = '/api/v1/organizations';

// organizationsQuery lists the organizations of the installation. Only operators may read it.
export const organizationsQuery = infiniteQueryOptions({
  queryKey: ['organizations'],
  queryFn: ({ pageParam }) =>
    unwrap(api.GET('/api/v1/organizations', { params: { query: { limit: '100', orderBy: 'name', startingFrom: pageParam } } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next ?? undefined,
});

function useOrganizationChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => queryClient.invalidateQueries({ queryKey: ['organizations'] }) });
}

export const useCreateOrganization = () =>
  useOrganizationChange((body: OrganizationCreate) => unwrap(api.POST('/api/v1/organizations', { body })));

export const useUpdateOrganization = () =>
  useOrganizationChange(({ organizationID, body }: { organizationID: string; body: OrganizationUpdate }) =>
    unwrap(api.PATCH('/api/v1/organizations/{organizationID}', { params: { path: { organizationID } }, body })),
  );

export const useDeleteOrganization = () =>
  useOrganizationChange(({ organizationID, confirm, withData }: { organizationID: string; confirm: string; withData: boolean }) =>
    unwrap(
      api.DELETE('/api/v1/organizations/{organizationID}', {
        params: { path: { organizationID }, query: { confirm, withData: String(withData) } },
      }),
    ),
  );
