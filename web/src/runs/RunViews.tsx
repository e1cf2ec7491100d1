import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Icon, type IconName } from '../ui/Icon';
import classes from './RunViews.module.css';
import type { RunView } from './search';

const views: { view: RunView; label: string; icon: IconName }[] = [
  { view: 'gantt', label: 'Timeline', icon: 'clock' },
  { view: 'graph', label: 'Graph', icon: 'graph' },
  { view: 'log', label: 'Log', icon: 'terminal' },
];

interface RunViewsProps {
  view: RunView;
  children: ReactNode;
}

// RunViews switches between the pictures of a run. The table below them has the same nodes and the same selection.
export function RunViews({ view, children }: RunViewsProps) {
  return (
    <div className={classes.views}>
      <nav className={classes.tabs} aria-label="Picture of the run">
        {views.map(({ view: name, label, icon }) => (
          <Link
            key={name}
            from="/runs/$runID"
            search={(old) => ({ ...old, view: name === 'gantt' ? undefined : name })}
            resetScroll={false}
            replace
            className={classes.tab}
            data-current={name === view || undefined}
            aria-current={name === view ? 'page' : undefined}
          >
            <Icon name={icon} size={15} />
            {label}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Skeleton height={360} radius="lg" />}>{children}</Suspense>
    </div>
  );
}
