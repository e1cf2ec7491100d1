import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, createSpotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { recentRunsQuery } from '../api/runs';
import { searchQuery } from '../api/search';
import { usePlaces } from '../runs/places';
import { runLook } from '../runs/status';
import { Icon } from '../ui/Icon';
import classes from './Palette.module.css';
import type { PageShortcut } from './shortcuts';
import { useResultGroups } from './useResultGroups';

interface PaletteProps {
  // The number of requests to open the palette; each new request opens it again.
  requests: number;
  shortcuts: PageShortcut[];
}

const [store, palette] = createSpotlight();

const placeholder = 'Search nodes, columns, jobs, environments, runs and pages';
const typingMilliseconds = 120;

// Palette offers pages and the newest runs, and finds everything else on the server while the user types.
export default function Palette({ requests, shortcuts }: PaletteProps) {
  const pages = usePageActions(shortcuts);
  const [query, setQuery] = useState('');
  const [text] = useDebouncedValue(query.trim(), typingMilliseconds);
  const found = useQuery(searchQuery(text));
  const all = query.trim() === '' ? [] : (found.data?.data ?? []);
  const results = useResultGroups(all, query);
  const runs = useRunActions(query, new Set(all.filter(({ type }) => type === 'run').map(({ id }) => id)));
  useEffect(() => palette.open(), [requests]);
  useEffect(() => selectFirst(), [found.data]);
  const groups: SpotlightActionGroupData[] = [...results, { group: 'Pages', actions: pages }, { group: 'Newest runs', actions: runs }];
  const isWaiting = query.trim() !== '' && (found.isFetching || text !== query.trim());
  return (
    <Spotlight
      store={store}
      actions={groups.filter(({ actions }) => actions.length > 0)}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      limit={40}
      scrollable
      maxHeight="60vh"
      classNames={{ actionDescription: classes.description }}
      attributes={{ content: { 'aria-label': 'Search' } }}
      nothingFound={isWaiting ? 'Searching…' : found.isError ? 'The search failed. Try again in a moment.' : 'No results'}
      searchProps={{ leftSection: <Icon name="search" />, placeholder, 'aria-label': placeholder }}
    />
  );
}

// selectFirst selects the first action, so that Enter opens it. Spotlight does so when the query changes, which is before
// the results arrive.
function selectFirst(): void {
  const { listId, opened, query } = store.getState();
  const list = opened && query ? document.getElementById(listId) : null;
  if (!list) return;
  list.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
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

// useRunActions offers the newest runs, except those that the search has found.
function useRunActions(query: string, found: Set<string>): SpotlightActionData[] {
  const navigate = useNavigate();
  const placeOf = usePlaces();
  const runs = useQuery(recentRunsQuery).data?.data ?? [];
  const open = (runID: string) => () => void navigate({ to: '/runs/$runID', params: { runID } });
  if (/\D/.test(query.trim().replace(/^run\s*/i, ''))) return [];
  return runs
    .filter(({ id }) => !found.has(`${id}`))
    .map((run) => ({
      id: `recent run ${run.id}`,
      label: `Run ${run.id}`,
      description: [runLook(run).label, placeOf(run.environmentID).name, run.firstError?.name].filter(Boolean).join(' · '),
      onClick: open(`${run.id}`),
    }));
}
