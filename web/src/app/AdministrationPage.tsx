// The rarely used pages of the administration, as one file of the build: each file adds its name to the shell of the application.
export { ConnectionUsersPage } from '../connections/ConnectionUsersPage';
export { CredentialsPage } from '../credentials/CredentialsPage';
export { OrganizationsPage } from '../organizations/OrganizationsPage';
export { ServerPage } from '../server/ServerPage';
