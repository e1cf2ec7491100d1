import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Workspace } from '../api/types';
import { workspacePath, workspaceQuery } from '../api/workspaces';
import type { SettingsSearch, SettingsTab } from '../app/workspaceSearch';
import tabs from '../environment/EnvironmentTabs.module.css';
import { useMayInProject } from '../projects/permissions';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { PageHeader } from '../ui/PageHeader';
import { PageSkeleton } from '../ui/PageSkeleton';
import { QueryView } from '../ui/QueryView';
import { LocationsTab } from './LocationsTab';
import { MacrosTab } from './MacrosTab';
import { NodeTypesTab } from './NodeTypesTab';
import { ParametersTab } from './ParametersTab';
import { SubgraphsTab } from './SubgraphsTab';

export interface SettingsTabProps {
  workspace: Workspace;
  search: SettingsSearch;
  // Whether the user may change files of the workspace, and the workspace itself.
  mayEdit: boolean;
  mayManage: boolean;
  onItem: (item: string | undefined) => void;
}

const route = getRouteApi('/signedIn/projects/$projectID/workspaces/$workspaceID/settings');

const pages: Record<SettingsTab, { label: string; show: (props: SettingsTabProps) => ReactNode }> = {
  nodeTypes: { label: 'Node types', show: (props) => <NodeTypesTab {...props} /> },
  macros: { label: 'Macros', show: (props) => <MacrosTab {...props} /> },
  locations: { label: 'Locations', show: (props) => <LocationsTab {...props} /> },
  parameters: { label: 'Parameters', show: (props) => <ParametersTab {...props} /> },
  subgraphs: { label: 'Subgraphs', show: (props) => <SubgraphsTab {...props} /> },
};

// WorkspaceSettingsPage edits the parts of a workspace that are not nodes or jobs.
export function WorkspaceSettingsPage() {
  const { projectID, workspaceID } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const workspace = useQuery(workspaceQuery(workspaceID));
  const may = useMayInProject(projectID);
  const current = search.tab ?? 'nodeTypes';
  return (
    <QueryView query={workspace} skeleton={<PageSkeleton />}>
      {(loaded) => (
        <Stack gap="lg">
          <PageHeader
            title={`Settings of ${loaded.name}`}
            description={`Workspace on branch ${loaded.branch}. Changes are part of the next commit, except parameters and mappings, which belong to this workspace.`}
            actions={<CopyAsCurl path={workspacePath(workspaceID)} command={`millrace workspaces get ${workspaceID}`} />}
          />
          <nav aria-label="Settings" className={tabs.tabs}>
            {(Object.keys(pages) as SettingsTab[]).map((tab) => (
              <Link
                key={tab}
                to="/projects/$projectID/workspaces/$workspaceID/settings"
                params={{ projectID, workspaceID }}
                search={{ tab }}
                className={tabs.tab}
                data-current={tab === current}
                aria-current={tab === current ? 'page' : undefined}
                activeProps={{}}
              >
                {pages[tab].label}
              </Link>
            ))}
          </nav>
          {pages[current].show({
            workspace: loaded,
            search,
            mayEdit: may('workspace.edit'),
            mayManage: may('workspace.manage'),
            // What was deleted has nothing to save.
            onItem: (item) => void navigate({ search: (old) => ({ ...old, item }), replace: true, ignoreBlocker: item === undefined }),
          })}
        </Stack>
      )}
    </QueryView>
  );
}
