import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { catalogSearch, lineageSearch, sourcesSearch } from './catalogSearch';
import type { signedIn } from './routes';

// catalogRoutes returns the routes of the catalog, of column lineage, and of the page that adds sources.
export function catalogRoutes(parent: typeof signedIn) {
  const catalog = createRoute({
    getParentRoute: () => parent,
    path: '/catalog',
    validateSearch: catalogSearch,
    component: lazyRouteComponent(() => import('../catalog/CatalogPage'), 'CatalogPage'),
  });
  const environment = createRoute({
    getParentRoute: () => parent,
    path: '/catalog/$environmentID',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/catalog', search: { environment: params.environmentID } });
    },
  });
  const node = createRoute({
    getParentRoute: () => parent,
    path: '/catalog/$environmentID/nodes/$nodeID',
    component: lazyRouteComponent(() => import('../catalog/CatalogNodePage'), 'CatalogNodePage'),
  });
  const column = createRoute({
    getParentRoute: () => parent,
    path: '/catalog/$environmentID/columns/$node/$column',
    validateSearch: lineageSearch,
    staticData: { isWide: true, isWorkSurface: true },
    component: lazyRouteComponent(() => import('../lineage/LineagePage'), 'LineagePage'),
  });
  const sources = createRoute({
    getParentRoute: () => parent,
    path: '/projects/$projectID/workspaces/$workspaceID/sources',
    validateSearch: sourcesSearch,
    component: lazyRouteComponent(() => import('../sources/SourcesPage'), 'SourcesPage'),
  });
  return [catalog, environment, node, column, sources] as const;
}
