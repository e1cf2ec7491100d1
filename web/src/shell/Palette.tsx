import '@mantine/spotlight/styles.css';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, createSpotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { environmentsQuery } from '../api/environments';
import { projectsQuery } from '../api/projects';
import { recentRunsQuery } from '../api/runs';
import { usePlaces } from '../runs/places';
import { runLook } from '../runs/status';
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
  const [query, setQuery] = useState('');
  const runs = useRunActions(query);
  useEffect(() => palette.open(), [requests]);
  const groups: SpotlightActionGroupData[] = [
    { group: 'Pages', actions: pages },
    { group: 'Projects and environments', actions: projects },
    { group: 'Runs', actions: runs },
  ];
  return (
    <Spotlight
      store={store}
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      limit={12}
      attributes={{ content: { 'aria-label': 'Search' } }}
      nothingFound="No results"
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: 'Search pages, projects, environments and runs',
        'aria-label': 'Search pages, projects, environments and runs',
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

// useRunActions offers the newest runs and, for a number, the run with that number.
function useRunActions(query: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const placeOf = usePlaces();
  const runs = useQuery(recentRunsQuery).data?.data ?? [];
  const open = (runID: string) => () => void navigate({ to: '/runs/$runID', params: { runID } });
  const number = query.trim();
  const isOther = /^\d{1,15}$/.test(number) && !runs.some(({ id }) => `${id}` === number);
  return [
    ...(isOther ? [{ id: `run ${number}`, label: `Run ${number}`, description: 'Open the run with this number', onClick: open(number) }] : []),
    ...runs.map((run) => ({
      id: `run ${run.id}`,
      label: `Run ${run.id}`,
      description: [runLook(run).label, placeOf(run.environmentID).name, run.firstError?.name].filter(Boolean).join(' · '),
      onClick: open(`${run.id}`),
    })),
  ];
}
