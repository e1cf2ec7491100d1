import type { ReactNode } from 'react';
import classes from './Panel.module.css';

// Panel is the card around tables and forms. A table that is wider than the window scrolls inside it, also by
// keyboard.
export function Panel({ children, label }: { children: ReactNode; label?: string }) {
  if (!label) return <div className={classes.panel}>{children}</div>;
  return (
    <div className={classes.panel} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
