import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { newNodeSearch, nodeSearch } from '../nodeEditor/search';
import type { signedIn } from './routes';

// nodeRoutes returns the routes of the node editor.
export function nodeRoutes(parent: typeof signedIn) {
  const created = createRoute({
    getParentRoute: () => parent,
    path: '/projects/$projectID/workspaces/$workspaceID/nodes/new',
    validateSearch: newNodeSearch,
    component: lazyRouteComponent(() => import('../nodeEditor/NewNodePage'), 'NewNodePage'),
  });
  const node = createRoute({
    getParentRoute: () => parent,
    path: '/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID',
    validateSearch: nodeSearch,
    staticData: { isWide: true, isWorkSurface: true },
    component: lazyRouteComponent(() => import('../nodeEditor/NodeEditorPage'), 'NodeEditorPage'),
  });
  return [created, node] as const;
}
