import type { QueryClient } from '@tanstack/react-query';
import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { PageError } from '../shell/PageError';
import { PageSkeleton } from '../ui/PageSkeleton';
import { routeTree } from './routes';

export function newRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    // Search values are plain text: a name that happens to be a number stays readable in the address.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    defaultPendingMs: 100,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
    // One page for every wrong address, whether or not anyone is signed in.
    notFoundMode: 'root',
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
