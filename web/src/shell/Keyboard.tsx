import { useHotkeys } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { meQuery } from '../api/session';
import { pageShortcuts } from './shortcuts';
import { useKeySequences } from './useKeySequences';

const ShortcutDialog = lazy(() => import('./ShortcutDialog'));
const Palette = lazy(() => import('./Palette'));

// The dialog is not loaded before its first use.
export type ShortcutDialogState = 'unused' | 'open' | 'closed';

interface KeyboardProps {
  shortcutDialog: ShortcutDialogState;
  onShortcutDialog: (shortcutDialog: ShortcutDialogState) => void;
  // How often the palette was requested.
  paletteRequests: number;
  onPalette: () => void;
}

// Keyboard handles the shortcuts and renders the shortcut dialog and the palette.
export function Keyboard({ shortcutDialog, onShortcutDialog, paletteRequests, onPalette }: KeyboardProps) {
  const navigate = useNavigate();
  const isAdministrator = useSuspenseQuery(meQuery).data.user.organizationRole === 'organizationAdministrator';
  const shortcuts = pageShortcuts.filter((shortcut) => isAdministrator || !shortcut.forAdministrators);

  useHotkeys([['mod+K', onPalette]], []);
  useKeySequences((keys) => {
    if (keys === '?') onShortcutDialog('open');
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
      {shortcutDialog !== 'unused' && <ShortcutDialog opened={shortcutDialog === 'open'} onClose={() => onShortcutDialog('closed')} shortcuts={shortcuts} />}
      {paletteRequests > 0 && <Palette requests={paletteRequests} shortcuts={shortcuts} />}
    </Suspense>
  );
}

function focusFilter(): boolean {
  const filter = document.querySelector<HTMLInputElement>('[data-page-filter]');
  filter?.focus();
  return filter !== null;
}
