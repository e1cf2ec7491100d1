import type { ReactNode } from 'react';
import classes from './Panel.module.css';

// Panel is the quiet card that tables and forms sit on. A table wider than the window scrolls inside it, and the
// keyboard can scroll it as well.
export function Panel({ children, label }: { children: ReactNode; label?: string }) {
  if (!label) return <div className={classes.panel}>{children}</div>;
  return (
    <div className={classes.panel} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
