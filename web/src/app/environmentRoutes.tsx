import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { environmentSearch, wizardSearch } from './environmentSearch';
import type { signedIn } from './routes';

// environmentRoutes returns the routes of the pages of one environment.
export function environmentRoutes(parent: typeof signedIn) {
  const environment = createRoute({
    getParentRoute: () => parent,
    path: '/projects/$projectID/environments/$environmentID',
    validateSearch: environmentSearch,
    component: lazyRouteComponent(() => import('../environment/EnvironmentPage'), 'EnvironmentPage'),
  });
  const wizard = createRoute({
    getParentRoute: () => parent,
    path: '/projects/$projectID/environments/$environmentID/deploy',
    validateSearch: wizardSearch,
    component: lazyRouteComponent(() => import('../deploy/DeployWizardPage'), 'DeployWizardPage'),
  });
  return [environment, wizard] as const;
}
