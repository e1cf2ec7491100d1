import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { projectsQuery } from '../api/projects';
import { meQuery } from '../api/session';
import { hasSeenWelcome } from '../welcome/progress';
import { findSample } from '../welcome/sample';
import type { signedIn } from './routes';

// welcomeRoutes returns the start page, which leads to the projects, and the welcome page of the first sign-in.
export function welcomeRoutes(parent: typeof signedIn) {
  const home = createRoute({
    getParentRoute: () => parent,
    path: '/',
    beforeLoad: async ({ context }) => {
      throw redirect({ to: (await isFirstStart(context.queryClient)) ? '/welcome' : '/projects' });
    },
  });
  const welcome = createRoute({
    getParentRoute: () => parent,
    path: '/welcome',
    component: lazyRouteComponent(() => import('../welcome/WelcomePage'), 'WelcomePage'),
  });
  return [home, welcome] as const;
}

// isFirstStart reports whether an administrator who never saw the welcome page finds the sample.
async function isFirstStart(queryClient: QueryClient): Promise<boolean> {
  const { user } = await queryClient.ensureQueryData(meQuery);
  if (user.organizationRole !== 'organizationAdministrator' || hasSeenWelcome(user.id)) return false;
  const projects = await queryClient.fetchQuery({ ...projectsQuery, staleTime: 5_000 }).catch(() => []);
  return findSample(projects) !== undefined;
}
