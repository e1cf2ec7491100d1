import { useNavigate } from '@tanstack/react-router';
import type { SearchResult } from '../api/search';
import type { PaletteAction, PaletteGroup } from './PaletteList';

const groups: { type: SearchResult['type']; title: string }[] = [
  { type: 'node', title: 'Nodes' },
  { type: 'column', title: 'Columns' },
  { type: 'job', title: 'Jobs' },
  { type: 'environment', title: 'Environments' },
  { type: 'project', title: 'Projects' },
  { type: 'run', title: 'Runs' },
];

// useResultGroups returns what the server found as actions, grouped by type.
export function useResultGroups(results: SearchResult[]): PaletteGroup[] {
  const open = useOpener();
  return groups.map(({ type, title }) => ({
    title,
    actions: results
      .filter((result) => result.type === type)
      .map(
        (result): PaletteAction => ({
          id: [type, result.projectID, result.nodeID, result.id].join(' '),
          label: labelOf(result),
          description: describe(result),
          onChoose: () => open(result),
        }),
      ),
  }));
}

function labelOf({ type, name, locationName, nodeName }: SearchResult): string {
  if (type === 'node') return `${locationName}.${name}`;
  return type === 'column' ? `${locationName}.${nodeName}.${name}` : name;
}

function describe(result: SearchResult): string {
  const { type, projectName, environmentName, workspaceName, nodeType, dataType, runStatus, description } = result;
  const scope = environmentName ?? (workspaceName && `workspace ${workspaceName}`);
  switch (type) {
    case 'project':
      return 'Project';
    case 'environment':
      return `Environment in ${projectName}`;
    case 'run':
      return [runStatus, scope, description].filter(Boolean).join(' · ');
    default:
      return [type === 'column' ? dataType : nodeType, projectName, scope].filter(Boolean).join(' · ');
  }
}

// useOpener returns a function that opens the page of a result.
function useOpener() {
  const navigate = useNavigate();
  return ({ type, id, name, projectID = '', environmentID, workspaceID, nodeID, nodeName, locationName }: SearchResult) => {
    switch (type) {
      case 'run':
        return void navigate({ to: '/runs/$runID', params: { runID: id } });
      case 'environment':
        return void navigate({ to: '/projects/$projectID/environments/$environmentID', params: { projectID, environmentID: id } });
      case 'node':
        if (environmentID) return void navigate({ to: '/catalog/$environmentID/nodes/$nodeID', params: { environmentID, nodeID: id } });
        if (!workspaceID) break;
        return void navigate({ to: '/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID', params: { projectID, workspaceID, nodeID: id } });
      case 'job':
        if (!workspaceID) break;
        return void navigate({ to: '/projects/$projectID/workspaces/$workspaceID/jobs/$jobID', params: { projectID, workspaceID, jobID: id } });
      case 'column':
        if (environmentID && nodeID) {
          const params = { environmentID, node: `${locationName}.${nodeName}`, column: name };
          return void navigate({ to: '/catalog/$environmentID/columns/$node/$column', params });
        }
    }
    return void navigate({ to: '/projects/$projectID', params: { projectID } });
  };
}
