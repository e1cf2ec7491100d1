import { useHotkeys } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, lazy, useState } from 'react';
import { meQuery } from '../api/session';
import { pageShortcuts } from './shortcuts';
import { useKeySequences } from './useKeySequences';

const ShortcutSheet = lazy(() => import('./ShortcutSheet'));
const Palette = lazy(() => import('./Palette'));

// A sheet that was never asked for is not even loaded.
export type SheetState = 'unused' | 'open' | 'closed';

interface KeyboardProps {
  sheet: SheetState;
  onSheet: (sheet: SheetState) => void;
}

// Keyboard holds what the keys open: the sheet of shortcuts and the palette.
export function Keyboard({ sheet, onSheet }: KeyboardProps) {
  const navigate = useNavigate();
  const isAdministrator = useSuspenseQuery(meQuery).data.user.organizationRole === 'organizationAdministrator';
  const [paletteRequests, setPaletteRequests] = useState(0);
  const shortcuts = pageShortcuts.filter((shortcut) => isAdministrator || !shortcut.forAdministrators);

  useHotkeys([['mod+K', () => setPaletteRequests((count) => count + 1)]], []);
  useKeySequences((keys) => {
    if (keys === '?') onSheet('open');
    else if (keys === '/') return focusFilter();
    else {
      const shortcut = shortcuts.find((candidate) => candidate.keys.join(' ') === keys);
      if (!shortcut) return false;
      void navigate({ to: shortcut.to });
    }
    return true;
  });

  return (
    <Suspense>
      {sheet !== 'unused' && <ShortcutSheet opened={sheet === 'open'} onClose={() => onSheet('closed')} shortcuts={shortcuts} />}
      {paletteRequests > 0 && <Palette requests={paletteRequests} shortcuts={shortcuts} />}
    </Suspense>
  );
}

function focusFilter(): boolean {
  const filter = document.querySelector<HTMLInputElement>('[data-page-filter]');
  filter?.focus();
  return filter !== null;
}
