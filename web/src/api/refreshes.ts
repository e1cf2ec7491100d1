import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import { unwrap } from './unwrap';

// The default of the server, which the generated types require.
const parallelism = 16;

// useStartRefresh starts a refresh of every deployed node. It returns the number of the run.
export function useStartRefresh() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (environmentID: string): Promise<number> =>
      (await unwrap(api.POST('/scheduler/startRun', { body: { runDetails: { environmentID, parallelism } } }))).runCounter,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['environments'] }),
    // A rejection mostly means that the environment has changed.
    onError: () => queryClient.invalidateQueries({ queryKey: ['environments'] }),
  });
}
