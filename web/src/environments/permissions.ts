import type { EnvironmentOverview } from '../api/overviews';
import type { components } from '../api/schema.gen';

// The permissions that pages about environments ask for. The server enforces them; the pages only leave out what would
// be rejected.
type Permission =
  | 'connections.use'
  | 'environment.delete'
  | 'environment.roles.set'
  | 'environment.run'
  | 'environment.update'
  | 'project.roles.read'
  | 'workspace.read';

export function may({ permissions }: EnvironmentOverview, permission: Permission): boolean {
  return permissions.includes(permission);
}

type Me = components['schemas']['Me'];

// mayCreateEnvironment reports whether the user may create environments in a project.
export function mayCreateEnvironment(me: Me, projectID: string): boolean {
  if (me.permissions.includes('environment.create')) return true;
  const role = me.roles.projectRoles.find((grant) => grant.projectID === projectID)?.projectRole;
  return role === 'projectAdministrator' || role === 'projectArchitect';
}
