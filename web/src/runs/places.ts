import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { environmentsQuery } from '../api/environments';
import { projectsQuery } from '../api/projects';
import { meQuery } from '../api/session';
import type { Me } from '../api/types';

// Place is an environment or workspace where runs happen.
export interface Place {
  id: string;
  name: string;
  isWorkspace: boolean;
  projectID?: string;
  projectName?: string;
  // Whether the user may start and cancel runs there.
  mayRun: boolean;
}

// usePlaces returns a function that finds the place of a run. A place that was deleted has no project.
export function usePlaces(): (id: string) => Place {
  const environments = useQuery(environmentsQuery()).data;
  const projects = useQuery(projectsQuery).data;
  const me = useSuspenseQuery(meQuery).data;
  return useMemo(() => {
    const places = new Map<string, Place>();
    for (const project of projects ?? []) {
      for (const { id, name } of project.workspaces ?? []) {
        const mayRun = mayEditWorkspaces(me, project.id);
        places.set(id, { id, name, isWorkspace: true, projectID: project.id, projectName: project.name, mayRun });
      }
    }
    for (const { id, name, project } of environments ?? []) {
      const projectName = projects?.find((candidate) => candidate.id === project)?.name;
      places.set(id, { id, name, isWorkspace: false, projectID: project, projectName, mayRun: mayRunIn(me, project, id) });
    }
    const isComplete = environments !== undefined && projects !== undefined;
    const missing = isComplete ? ' (deleted)' : '';
    return (id) => places.get(id) ?? { id, name: `Environment ${id}${missing}`, isWorkspace: false, mayRun: false };
  }, [environments, projects, me]);
}

// The same rules as those of the server, which enforces them; here they only hide buttons that would not work.
function mayRunIn(me: Me, projectID: string, environmentID: string): boolean {
  const isAdministrator = me.roles.environmentRoles.some(
    (grant) => grant.environmentID === environmentID && grant.environmentRole === 'environmentAdministrator',
  );
  return isAdministrator || hasProjectRole(me, projectID, ['projectAdministrator', 'projectArchitect']);
}

export function mayEditWorkspaces(me: Me, projectID: string): boolean {
  return hasProjectRole(me, projectID, ['projectAdministrator', 'projectArchitect', 'projectContributor']);
}

function hasProjectRole(me: Me, projectID: string, roles: string[]): boolean {
  if (me.user.organizationRole === 'organizationAdministrator') return true;
  return me.roles.projectRoles.some((grant) => grant.projectID === projectID && roles.includes(grant.projectRole));
}
