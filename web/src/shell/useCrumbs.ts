import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { environmentsQuery } from '../api/environments';
import { projectsQuery } from '../api/projects';
import { runQuery } from '../api/runs';
import { type Place, usePlaces } from '../runs/places';

export interface Crumb {
  label: string;
  // Absent if there is no page of its own.
  to?: string;
  search?: Record<string, string>;
}

const labels: Record<string, string> = {
  projects: 'Projects',
  deploy: 'Deploy',
  runs: 'Runs',
  account: 'Account',
  welcome: 'Welcome',
  changes: 'Changes',
  settings: 'Settings',
  admin: 'Administration',
  users: 'Users',
  connections: 'Connections',
};

const pages = new Set(['projects', 'deploy', 'runs', 'account']);

// useCrumbs returns the path of the current page in words.
export function useCrumbs(): Crumb[] {
  const parts = useLocation().pathname.split('/').filter(Boolean);
  const names = useNames();
  const run = useCrumbsOfRun(parts);
  if (run) return run;
  return parts.flatMap((part, index): Crumb[] => {
    const to = `/${parts.slice(0, index + 1).join('/')}`;
    const before = parts[index - 1];
    if (before === 'projects') return [{ label: names(part), to }];
    if (before === 'environments' || before === 'workspaces') return [{ label: names(part), to }];
    if (part === 'environments' || part === 'workspaces') return [];
    return [{ label: labels[part] ?? part, to: pages.has(part) && index === 0 ? to : undefined }];
  });
}

// useNames returns a function that names projects, environments and workspaces by their ids.
function useNames(): (id: string) => string {
  const projects = useQuery(projectsQuery).data ?? [];
  const environments = useQuery(environmentsQuery()).data ?? [];
  const workspaces = projects.flatMap((project) => project.workspaces ?? []);
  return (id) => [...projects, ...environments, ...workspaces].find((one) => one.id === id)?.name ?? '…';
}

// A run stands under its project and environment, which its address does not have.
function useCrumbsOfRun(parts: string[]): Crumb[] | undefined {
  const placeOf = usePlaces();
  const runID = parts[0] === 'runs' ? parts[1] : undefined;
  const run = useQuery({ ...runQuery(runID ?? ''), enabled: runID !== undefined }).data;
  if (!runID) return undefined;
  return [{ label: 'Runs', to: '/runs' }, ...(run ? placeCrumbs(placeOf(run.environmentID)) : []), { label: runID }];
}

function placeCrumbs(place: Place): Crumb[] {
  if (!place.projectID) return [{ label: place.name }];
  return [
    { label: place.projectName ?? '…', to: `/projects/${place.projectID}` },
    { label: place.name, to: '/runs', search: { environment: place.id } },
  ];
}
