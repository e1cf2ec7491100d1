import type { QueryClient } from '@tanstack/react-query';
import { Outlet, createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isSignedOut } from '../api/problem';
import { meQuery } from '../api/session';
import { NotFoundPage } from '../shell/NotFoundPage';
import { Shell } from '../shell/Shell';
import { runSearch, runsSearch } from '../runs/search';
import { adminRoutes } from './adminRoutes';
import { buildRoutes } from './buildRoutes';
import { catalogRoutes } from './catalogRoutes';
import { environmentRoutes } from './environmentRoutes';
import { environmentListSearch } from './environmentSearch';
import { jobsRoutes, projectJobsRoute } from './jobsRoutes';
import { nodeRoutes } from './nodeRoutes';
import { passwordPages, passwordRoutes } from './passwordRoutes';
import { filterSearch, loginSearch, projectsSearch } from './search';
import { welcomeRoutes } from './welcomeRoutes';
import { workspaceRoutes } from './workspaceRoutes';

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginSearch,
  component: lazyRouteComponent(() => import('../login/LoginPage'), 'LoginPage'),
});

const firstPassword = createRoute({
  getParentRoute: () => root,
  path: '/first-password',
  component: lazyRouteComponent(passwordPages, 'FirstPasswordPage'),
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  component: lazyRouteComponent(() => import('../account/AccountPage'), 'SecondFactorPage'),
});

// All routes below this one require a session.
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signedIn',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      const me = await context.queryClient.ensureQueryData(meQuery);
      if (me.session?.mustChangePassword) throw redirect({ to: '/first-password' });
      if (me.session?.mustSetSecondFactor) throw redirect({ to: '/second-factor' });
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: '/login', search: { next: location.href } });
      throw error;
    }
  },
});

const projects = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects',
  validateSearch: projectsSearch,
  component: lazyRouteComponent(() => import('../projects/ProjectsPage'), 'ProjectsPage'),
});

export const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectID',
  component: lazyRouteComponent(() => import('../projects/ProjectPage'), 'ProjectPage'),
});

const projectHome = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyRouteComponent(() => import('../projects/ProjectOverviewPage'), 'ProjectOverviewPage'),
});

const projectSettings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyRouteComponent(() => import('../projects/ProjectSettingsPage'), 'ProjectSettingsPage'),
});

const projectDeploy = createRoute({
  getParentRoute: () => project,
  path: '/deploy',
  validateSearch: environmentListSearch,
  component: lazyRouteComponent(() => import('../environments/ProjectDeployPage'), 'ProjectDeployPage'),
});

const deploy = createRoute({
  getParentRoute: () => signedIn,
  path: '/deploy',
  validateSearch: environmentListSearch,
  component: lazyRouteComponent(() => import('../environments/DeployPage'), 'DeployPage'),
});

const runs = createRoute({
  getParentRoute: () => signedIn,
  path: '/runs',
  validateSearch: runsSearch,
  staticData: { isWide: true },
  component: lazyRouteComponent(() => import('../runs/RunsPage'), 'RunsPage'),
});

// Every run status links here.
const run = createRoute({
  getParentRoute: () => signedIn,
  path: '/runs/$runID',
  validateSearch: runSearch,
  staticData: { isWide: true },
  component: lazyRouteComponent(() => import('../runs/RunPage'), 'RunPage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('../account/AccountPage'), 'AccountPage'),
});

const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/users',
  validateSearch: filterSearch,
  component: lazyRouteComponent(() => import('../users/UsersPage'), 'UsersPage'),
});

const connections = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/connections',
  validateSearch: filterSearch,
  component: lazyRouteComponent(() => import('../connections/ConnectionsPage'), 'ConnectionsPage'),
});

export const routeTree = root.addChildren([
  login,
  firstPassword,
  secondFactor,
  ...passwordRoutes(root),
  signedIn.addChildren([
    ...welcomeRoutes(signedIn),
    projects,
    project.addChildren([projectHome, projectDeploy, projectJobsRoute(project), projectSettings]),
    deploy,
    runs,
    run,
    ...environmentRoutes(signedIn),
    ...jobsRoutes(signedIn),
    ...adminRoutes(signedIn),
    ...buildRoutes(signedIn),
    ...nodeRoutes(signedIn),
    ...catalogRoutes(signedIn),
    ...workspaceRoutes(signedIn),
    account,
    users,
    connections,
  ]),
]);
