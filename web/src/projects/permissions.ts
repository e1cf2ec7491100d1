import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from '../api/session';
import type { Me } from '../api/types';

// The permissions in a project that pages ask for. The server enforces them; the pages only leave out what would be
// rejected.
export type ProjectPermission = 'project.update' | 'project.delete' | 'workspace.edit' | 'workspace.manage';

const rolesWith: Record<ProjectPermission, string[]> = {
  'project.update': ['projectAdministrator', 'projectArchitect'],
  'project.delete': ['projectAdministrator'],
  'workspace.edit': ['projectAdministrator', 'projectArchitect', 'projectContributor'],
  'workspace.manage': ['projectAdministrator', 'projectArchitect'],
};

export function mayInProject(me: Me, projectID: string, permission: ProjectPermission): boolean {
  if (me.permissions.includes(permission)) return true;
  return me.roles.projectRoles.some((grant) => grant.projectID === projectID && rolesWith[permission].includes(grant.projectRole));
}

// useMayInProject returns whether the user has a permission in a project.
export function useMayInProject(projectID: string): (permission: ProjectPermission) => boolean {
  const me = useSuspenseQuery(meQuery).data;
  return (permission) => mayInProject(me, projectID, permission);
}
