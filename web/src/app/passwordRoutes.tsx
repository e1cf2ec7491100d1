import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { root } from './routes';

// passwordRoutes returns the pages on which people choose a password without a session.
export function passwordRoutes(parent: typeof root) {
  const choosePassword = lazyRouteComponent(() => import('../login/ChoosePasswordPage'), 'ChoosePasswordPage');
  const invitation = createRoute({
    getParentRoute: () => parent,
    path: '/invitation',
    component: choosePassword,
  });
  const reset = createRoute({
    getParentRoute: () => parent,
    path: '/reset-password',
    component: choosePassword,
  });
  const forgotten = createRoute({
    getParentRoute: () => parent,
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('../login/ForgotPasswordPage'), 'ForgotPasswordPage'),
  });
  return [invitation, reset, forgotten] as const;
}
