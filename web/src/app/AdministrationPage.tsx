// The rarely used pages of the administration, as one file of the build: each file adds its name to the shell of the application.
export { ConnectionUsersPage } from '../connections/ConnectionUsersPage';
export { CredentialsPage } from '../credentials/CredentialsPage';
export { GitAccountsPage } from '../gitAccounts/GitAccountsPage';
export { OrganizationsPage } from '../organizations/OrganizationsPage';
export { RolesPage } from '../roles/RolesPage';
export { ServerPage } from '../server/ServerPage';
export { WebhookPage } from '../webhooks/WebhookPage';
export { WebhooksPage } from '../webhooks/WebhooksPage';
