import '@mantine/spotlight/styles.css';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, createSpotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { environmentsQuery } from '../api/environments';
import { projectsQuery } from '../api/projects';
import { Icon } from '../ui/Icon';
import type { PageShortcut } from './shortcuts';

interface PaletteProps {
  // The number of requests to open the palette; each new request opens it again.
  requests: number;
  shortcuts: PageShortcut[];
}

const [store, palette] = createSpotlight();

export default function Palette({ requests, shortcuts }: PaletteProps) {
  const pages = usePageActions(shortcuts);
  const projects = useProjectActions();
  useEffect(() => palette.open(), [requests]);
  const groups: SpotlightActionGroupData[] = [
    { group: 'Pages', actions: pages },
    { group: 'Projects and environments', actions: projects },
  ];
  return (
    <Spotlight
      store={store}
      actions={groups}
      shortcut={null}
      limit={12}
      attributes={{ content: { 'aria-label': 'Search' } }}
      nothingFound="No results"
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: 'Search pages, projects and environments',
        'aria-label': 'Search pages, projects and environments',
      }}
    />
  );
}

function usePageActions(shortcuts: PageShortcut[]): SpotlightActionData[] {
  const navigate = useNavigate();
  const api: SpotlightActionData = {
    id: '/api-docs',
    label: 'Read the API documentation',
    onClick: () => window.location.assign('/api-docs'),
  };
  return [...shortcuts.map(({ to, label }) => ({ id: to, label, onClick: () => void navigate({ to }) })), api];
}

function useProjectActions(): SpotlightActionData[] {
  const navigate = useNavigate();
  const projects = useQuery(projectsQuery).data ?? [];
  const environments = useQuery(environmentsQuery()).data ?? [];
  const open = (projectID: string, q?: string) => () =>
    void navigate({ to: '/projects/$projectID/deploy', params: { projectID }, search: { q } });
  const nameOf = (projectID: string) => projects.find((project) => project.id === projectID)?.name ?? '';
  return [
    ...projects.map(({ id, name }) => ({ id, label: name, description: 'Project', onClick: open(id) })),
    ...environments.map(({ id, name, project }) => ({
      id: `environment ${id}`,
      label: name,
      description: `Environment in ${nameOf(project)}`,
      onClick: open(project, name),
    })),
  ];
}
