import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Problem, isSignedOut } from '../api/problem';

declare module '@tanstack/react-query' {
  interface Register {
    // A mutation that shows its own errors may also get 401 for a wrong password, which does not mean that the
    // session has ended.
    mutationMeta: { showsOwnErrors?: boolean };
    defaultError: Error;
  }
}

// Only a missing response or a server error is worth a retry.
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof Problem ? error.status : 0;
  return failures < 2 && (status === 0 || status === 503);
}

const forbidden = 403;

export function newQueryClient(onSignedOut: () => unknown): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => isSignedOut(error) && onSignedOut(),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (isSignedOut(error) && !mutation.meta?.showsOwnErrors) onSignedOut();
        // The roles of the user have changed: the pages leave out what they no longer include.
        if (error instanceof Problem && error.status === forbidden) {
          void client.invalidateQueries({ predicate: ({ queryKey: [noun] }) => noun === 'me' || noun === 'environments' });
        }
      },
    }),
    defaultOptions: {
      queries: { retry: isWorthRetrying, staleTime: 0, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
