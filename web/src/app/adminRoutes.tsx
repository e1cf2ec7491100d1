import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { auditSearch } from '../audit/search';
import { gitAccountsSearch, rolesSearch, webhookSearch } from './jobsSearch';
import type { signedIn } from './routes';
import { filterSearch } from './search';

const administrationPages = () => import('./AdministrationPage');

// adminRoutes returns the routes of the administration, except for users and connections.
export function adminRoutes(parent: typeof signedIn) {
  const roles = createRoute({
    getParentRoute: () => parent,
    path: '/admin/roles',
    validateSearch: rolesSearch,
    component: lazyRouteComponent(administrationPages, 'RolesPage'),
  });
  const webhooks = createRoute({
    getParentRoute: () => parent,
    path: '/admin/webhooks',
    validateSearch: filterSearch,
    component: lazyRouteComponent(administrationPages, 'WebhooksPage'),
  });
  const webhook = createRoute({
    getParentRoute: () => parent,
    path: '/admin/webhooks/$webhookID',
    validateSearch: webhookSearch,
    component: lazyRouteComponent(administrationPages, 'WebhookPage'),
  });
  const gitAccounts = createRoute({
    getParentRoute: () => parent,
    path: '/admin/git-accounts',
    validateSearch: gitAccountsSearch,
    component: lazyRouteComponent(administrationPages, 'GitAccountsPage'),
  });
  const server = createRoute({
    getParentRoute: () => parent,
    path: '/admin/server',
    component: lazyRouteComponent(administrationPages, 'ServerPage'),
  });
  const audit = createRoute({
    getParentRoute: () => parent,
    path: '/admin/audit',
    validateSearch: auditSearch,
    staticData: { isWide: true },
    component: lazyRouteComponent(() => import('../audit/AuditPage'), 'AuditPage'),
  });
  const singleSignOn = createRoute({
    getParentRoute: () => parent,
    path: '/admin/single-sign-on',
    component: lazyRouteComponent(() => import('../singleSignOn/SingleSignOnPage'), 'SingleSignOnPage'),
  });
  const organizations = createRoute({
    getParentRoute: () => parent,
    path: '/admin/organizations',
    component: lazyRouteComponent(administrationPages, 'OrganizationsPage'),
  });
  const credentials = createRoute({
    getParentRoute: () => parent,
    path: '/admin/credentials',
    component: lazyRouteComponent(administrationPages, 'CredentialsPage'),
  });
  const connectionUsers = createRoute({
    getParentRoute: () => parent,
    path: '/admin/connections/$connectionID/users',
    component: lazyRouteComponent(administrationPages, 'ConnectionUsersPage'),
  });
  return [roles, webhooks, webhook, gitAccounts, server, audit, singleSignOn, organizations, credentials, connectionUsers] as const;
}
