import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { signedIn } from './routes';
import { changesSearch, settingsSearch } from './workspaceSearch';

// workspaceRoutes returns the routes of the pages about the files of a workspace.
export function workspaceRoutes(parent: typeof signedIn) {
  const changes = createRoute({
    getParentRoute: () => parent,
    path: '/projects/$projectID/workspaces/$workspaceID/changes',
    validateSearch: changesSearch,
    staticData: { isWide: true },
    component: lazyRouteComponent(() => import('../changes/ChangesPage'), 'ChangesPage'),
  });
  const settings = createRoute({
    getParentRoute: () => parent,
    path: '/projects/$projectID/workspaces/$workspaceID/settings',
    validateSearch: settingsSearch,
    component: lazyRouteComponent(() => import('../workspaceSettings/WorkspaceSettingsPage'), 'WorkspaceSettingsPage'),
  });
  return [changes, settings] as const;
}
