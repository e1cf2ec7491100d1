import { type Mark, markWords } from './items';
import classes from './Changes.module.css';

// MarkBadge shows the letter of a change; its word is for screen readers and the tooltip.
export function MarkBadge({ mark }: { mark: Mark }) {
  return (
    <span className={classes.mark} data-mark={mark} title={markWords[mark]} role="img" aria-label={markWords[mark]}>
      {mark}
    </span>
  );
}
