import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { environmentsQuery } from '../api/environments';
import { nodeQuery } from '../api/nodes';
import { projectsQuery } from '../api/projects';
import { runQuery } from '../api/runs';
import { type Place, usePlaces } from '../runs/places';
import { useJobCrumbs } from './useJobCrumbs';
import { useScheduleCrumbs } from './useScheduleCrumbs';
import { useCatalogCrumbs } from './catalogCrumbs';

export interface Crumb {
  label: string;
  // Absent if there is no page of its own.
  to?: string;
  search?: Record<string, string>;
  // The workspace whose menus stand here, in place of the label.
  workspace?: WorkspaceCrumb;
}

export interface WorkspaceCrumb {
  projectID: string;
  workspaceID: string;
}

const labels: Record<string, string> = {
  projects: 'Projects',
  bench: 'Measurements',
  build: 'Build',
  graph: 'Graph',
  deploy: 'Deploy',
  runs: 'Runs',
  catalog: 'Catalog',
  sources: 'Add sources',
  account: 'Account',
  welcome: 'Welcome',
  changes: 'Changes',
  settings: 'Settings',
  admin: 'Administration',
  users: 'Users',
  connections: 'Connections',
  roles: 'Roles',
  'single-sign-on': 'Single sign-on',
  'git-accounts': 'Git accounts',
  server: 'Server',
  audit: 'Audit log',
  organizations: 'Organizations',
  credentials: 'Tokens and sessions',
  jobs: 'Jobs',
  webhooks: 'Webhooks',
};

const pages = new Set(['projects', 'deploy', 'runs', 'jobs', 'catalog', 'account']);

// useCrumbs returns the path of the current page in words.
export function useCrumbs(): Crumb[] {
  const parts = useLocation().pathname.split('/').filter(Boolean);
  const names = useNames();
  const special = useSpecialCrumbs(parts);
  const catalog = useCatalogCrumbs(parts, names);
  const node = useNodeName(parts);
  if (special ?? catalog) return special ?? catalog ?? [];
  return parts.flatMap((part, index): Crumb[] => {
    const to = `/${parts.slice(0, index + 1).join('/')}`;
    const before = parts[index - 1];
    if (before === 'projects') return [{ label: names(part), to }];
    if (before === 'workspaces' && parts[index - 3] === 'projects') {
      return [{ label: names(part), workspace: { projectID: parts[index - 2]!, workspaceID: part } }];
    }
    if (before === 'environments') return [{ label: names(part), to }];
    if (before === 'webhooks') return [{ label: 'Webhook' }];
    if (before === 'connections') return [];
    if (before === 'nodes') return [{ label: part === 'new' ? 'New node' : node }];
    if (part === 'environments' || part === 'workspaces' || part === 'nodes') return [];
    return [{ label: labels[part] ?? part, to: pages.has(part) && index === 0 ? to : undefined }];
  });
}

// useSpecialCrumbs returns the path of pages that do not stand where their address says.
function useSpecialCrumbs(parts: string[]): Crumb[] | undefined {
  const run = useCrumbsOfRun(parts);
  const schedule = useScheduleCrumbs(parts);
  const job = useJobCrumbs(parts);
  return run ?? schedule ?? job;
}

// useNames returns a function that names projects, environments and workspaces by their ids.
function useNames(): (id: string) => string {
  const projects = useQuery(projectsQuery).data ?? [];
  const environments = useQuery(environmentsQuery()).data ?? [];
  const workspaces = projects.flatMap((project) => project.workspaces ?? []);
  return (id) => [...projects, ...environments, ...workspaces].find((one) => one.id === id)?.name ?? '…';
}

// useNodeName returns the name of the node whose page is open.
function useNodeName([, , , workspaceID = '', nodes, nodeID = '']: string[]): string {
  const isNode = nodes === 'nodes' && nodeID !== 'new';
  return useQuery({ ...nodeQuery({ workspaceID, nodeID: decodeURIComponent(nodeID) }), enabled: isNode }).data?.name ?? '…';
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
