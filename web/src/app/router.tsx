import type { QueryClient } from '@tanstack/react-query';
import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { PageError } from '../shell/PageError';
import { PageSkeleton } from '../ui/PageSkeleton';
import { routeTree } from './routes';

export function newRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    // Search values are plain text, so that a name that looks like a number stays readable in the address.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    defaultPendingMs: 100,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
    // One page for every unknown address, signed in or not.
    notFoundMode: 'root',
  });
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    // Whether the page uses the whole width of the window, as pages with data do.
    isWide?: boolean;
    // Whether the page is a work surface: it fills the window without margins, and the menu folds to icons.
    isWorkSurface?: boolean;
  }
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
