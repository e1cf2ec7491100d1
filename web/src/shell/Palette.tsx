import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { recentRunsQuery } from '../api/runs';
import { searchQuery } from '../api/search';
import { usePlaces } from '../runs/places';
import { runLook } from '../runs/status';
import { contains } from '../ui/text';
import { type PaletteAction, type PaletteGroup, PaletteList } from './PaletteList';
import type { PageShortcut } from './shortcuts';
import { useResultGroups } from './useResultGroups';

interface PaletteProps {
  // The number of requests to open the palette; each new request opens it again.
  requests: number;
  shortcuts: PageShortcut[];
}

const typingMilliseconds = 120;

// Palette offers pages and the newest runs, and finds everything else on the server while the user types.
export default function Palette({ requests, shortcuts }: PaletteProps) {
  const [isOpen, setOpen] = useState(true);
  useEffect(() => setOpen(true), [requests]);
  return isOpen && <OpenPalette shortcuts={shortcuts} onClose={() => setOpen(false)} />;
}

function OpenPalette({ shortcuts, onClose }: { shortcuts: PageShortcut[]; onClose: () => void }) {
  const pages = usePageActions(shortcuts);
  const [query, setQuery] = useState('');
  const [text] = useDebouncedValue(query.trim(), typingMilliseconds);
  const found = useQuery(searchQuery(text));
  const all = query.trim() === '' ? [] : (found.data?.data ?? []);
  const results = useResultGroups(all);
  const runs = useRunActions(query, new Set(all.filter(({ type }) => type === 'run').map(({ id }) => id)));
  const matches = ({ label, description = '' }: PaletteAction) => contains(query, label, description);
  const groups: PaletteGroup[] = [
    ...results,
    { title: 'Pages', actions: pages.filter(matches) },
    { title: 'Newest runs', actions: runs.filter(matches) },
  ];
  const isWaiting = query.trim() !== '' && (found.isFetching || text !== query.trim());
  return (
    <PaletteList
      query={query}
      onQuery={setQuery}
      groups={groups.filter(({ actions }) => actions.length > 0)}
      nothingFound={isWaiting ? 'Searching…' : found.isError ? 'The search failed. Try again in a moment.' : 'No results'}
      onClose={onClose}
    />
  );
}

function usePageActions(shortcuts: PageShortcut[]): PaletteAction[] {
  const navigate = useNavigate();
  const documents: PaletteAction[] = [
    { id: '/docs', label: 'Read the documentation', onChoose: () => window.location.assign('/docs') },
    { id: '/api-docs', label: 'Read the API documentation', onChoose: () => window.location.assign('/api-docs') },
  ];
  return [...shortcuts.map(({ to, label }) => ({ id: to, label, onChoose: () => void navigate({ to }) })), ...documents];
}

// useRunActions offers the newest runs, except those that the search has found.
function useRunActions(query: string, found: Set<string>): PaletteAction[] {
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
      onChoose: open(`${run.id}`),
    }));
}
