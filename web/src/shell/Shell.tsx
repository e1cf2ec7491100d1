import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useServerEvents } from '../events/useServerEvents';
import { Keyboard, type ShortcutDialogState } from './Keyboard';
import { Navigation } from './Navigation';
import classes from './Shell.module.css';
import { useSessionEnd } from './sessionEnd';
import { SkipLink } from './SkipLink';
import { TopBar } from './TopBar';
import { UpgradeNotice } from './UpgradeNotice';

const SignInAgain = lazy(() => import('../login/LoginPage').then(({ SignInAgain: component }) => ({ default: component })));

// A window in which tables need the width of the folded navigation.
const medium = '(min-width: 48.01em) and (max-width: 70em)';

// Shell is the frame of every page that requires a session.
export function Shell() {
  const [shortcutDialog, setShortcutDialog] = useState<ShortcutDialogState>('unused');
  const [paletteRequests, setPaletteRequests] = useState(0);
  const openPalette = () => setPaletteRequests((count) => count + 1);
  const isWide = useMatches({ select: (matches) => matches.some((match) => match.staticData.isWide) });
  const isWorkSurface = useMatches({ select: (matches) => matches.some((match) => match.staticData.isWorkSurface) });
  const isMedium = useMediaQuery(medium, undefined, { getInitialValueInEffect: false }) ?? false;
  const isFolded = isWorkSurface || isMedium;
  const hasSessionEnded = useSessionEnd();
  useFocusOnNewPage();
  useServerEvents();
  return (
    <div className={classes.shell} data-work={isWorkSurface || undefined} data-folded={isFolded || undefined}>
      <SkipLink />
      <Navigation isFolded={isFolded} />
      <div className={classes.page}>
        <UpgradeNotice />
        <TopBar onSearch={openPalette} onHelp={() => setShortcutDialog('open')} />
        <main id="main" className={classes.main} data-wide={isWide || undefined} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Keyboard
        shortcutDialog={shortcutDialog}
        onShortcutDialog={setShortcutDialog}
        paletteRequests={paletteRequests}
        onPalette={openPalette}
      />
      {hasSessionEnded && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
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
