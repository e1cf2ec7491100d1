import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Keyboard, type ShortcutDialogState } from './Keyboard';
import { Navigation } from './Navigation';
import classes from './Shell.module.css';
import { SkipLink } from './SkipLink';

// Shell is the frame of every page that requires a session.
export function Shell() {
  const [shortcutDialog, setShortcutDialog] = useState<ShortcutDialogState>('unused');
  useFocusOnNewPage();
  return (
    <div className={classes.shell}>
      <SkipLink />
      <Navigation onShowShortcuts={() => setShortcutDialog('open')} />
      <main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Keyboard shortcutDialog={shortcutDialog} onShortcutDialog={setShortcutDialog} />
    </div>
  );
}

// useFocusOnNewPage moves the focus to the content when the page changes, as a browser does for a new document.
// Otherwise keyboard and screen reader would stay at the link.
function useFocusOnNewPage() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    document.getElementById('main')?.focus();
  }, [pathname]);
}
