import { type ReactNode, useState } from 'react';
import classes from './Review.module.css';

const foldAt = 30;

interface FoldedProps<T> {
  label: string;
  items: T[];
  children: (item: T) => ReactNode;
}

// Folded shows the first lines of a long text; a button shows the rest. The text scrolls sideways, also by keyboard.
export function Folded<T>({ label, items, children }: FoldedProps<T>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, foldAt);
  return (
    <>
      <div className={classes.code} tabIndex={0} role="region" aria-label={label}>
        {shown.map((item) => children(item))}
      </div>
      {shown.length < items.length && (
        <button type="button" className={classes.more} onClick={() => setWhole(true)}>
          Show all {items.length} lines
        </button>
      )}
    </>
  );
}
