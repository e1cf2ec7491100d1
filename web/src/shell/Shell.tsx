import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Keyboard, type SheetState } from './Keyboard';
import { Navigation } from './Navigation';
import classes from './Shell.module.css';
import { SkipLink } from './SkipLink';

// Shell is the frame of every page for people who are signed in.
export function Shell() {
  const [sheet, setSheet] = useState<SheetState>('unused');
  useFocusOnNewPage();
  return (
    <div className={classes.shell}>
      <SkipLink />
      <Navigation onShowShortcuts={() => setSheet('open')} />
      <main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Keyboard sheet={sheet} onSheet={setSheet} />
    </div>
  );
}

// useFocusOnNewPage moves the focus to the content when the page changes, as a browser does for a new document.
// Without it the keyboard and the screen reader would stay at the link that was followed.
function useFocusOnNewPage() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    document.getElementById('main')?.focus();
  }, [pathname]);
}
