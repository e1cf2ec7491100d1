import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { root } from './routes';

export const passwordPages = () => import('../login/PasswordPage');

// passwordRoutes returns the pages on which people choose a password without a session.
export function passwordRoutes(parent: typeof root) {
  const choosePassword = lazyRouteComponent(passwordPages, 'ChoosePasswordPage');
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
    component: lazyRouteComponent(passwordPages, 'ForgotPasswordPage'),
  });
  return [invitation, reset, forgotten] as const;
}
