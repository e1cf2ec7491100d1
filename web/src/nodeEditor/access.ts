import type { Me } from '../api/types';

const editors = new Set(['projectAdministrator', 'projectArchitect', 'projectContributor']);

// mayEditWorkspaces reports whether the user may edit the workspaces of a project. The server decides; the page only leaves
// out what would be rejected.
export function mayEditWorkspaces(me: Me, projectID: string): boolean {
  if (me.permissions.includes('workspace.edit')) return true;
  return me.roles.projectRoles.some((grant) => grant.projectID === projectID && editors.has(grant.projectRole));
}
