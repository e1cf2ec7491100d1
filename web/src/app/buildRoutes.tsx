import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { buildSearch } from '../build/search';
import { graphBenchSearch } from '../graph/bench/search';
import { runBenchSearch } from '../runs/bench/search';
import type { signedIn } from './routes';

// buildRoutes returns the routes of the Build page, and of the page that measures the drawing of graphs, which no page
// links to.
export function buildRoutes(parent: typeof signedIn) {
  const choice = createRoute({
    getParentRoute: () => parent,
    path: '/build',
    component: lazyRouteComponent(() => import('../build/WorkspaceChoicePage'), 'WorkspaceChoicePage'),
  });
  const build = createRoute({
    getParentRoute: () => parent,
    path: '/projects/$projectID/workspaces/$workspaceID/build',
    validateSearch: buildSearch,
    staticData: { isWorkSurface: true },
    component: lazyRouteComponent(() => import('../build/BuildPage'), 'BuildPage'),
  });
  const bench = createRoute({
    getParentRoute: () => parent,
    path: '/bench/graph',
    validateSearch: graphBenchSearch,
    staticData: { isWorkSurface: true },
    component: lazyRouteComponent(() => import('../graph/bench/GraphBenchPage'), 'GraphBenchPage'),
  });
  const runBench = createRoute({
    getParentRoute: () => parent,
    path: '/bench/run',
    validateSearch: runBenchSearch,
    staticData: { isWorkSurface: true },
    component: lazyRouteComponent(() => import('../runs/bench/RunBenchPage'), 'RunBenchPage'),
  });
  return [choice, build, bench, runBench] as const;
}
