import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type EnvironmentUpdate = components['schemas']['EnvironmentUpdate'];

// useUpdateEnvironment changes settings of an environment. Changed mappings, parameters and connections make its plans
// stale.
export function useUpdateEnvironment(environmentID: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EnvironmentUpdate) =>
      unwrap(api.PATCH('/api/v1/environments/{environmentID}', { params: { path: { environmentID } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['environments'] }),
  });
}
