import { Button } from '@mantine/core';
import { counted } from '../ui/text';
import type { ChangesContext } from './ChangesSurface';
import classes from './Changes.module.css';

// ResolveBar sends the pull again with the chosen sides.
export function ResolveBar({ exchange, mayEdit }: ChangesContext) {
  const { conflicts, choices } = exchange;
  const theirs = conflicts.filter(({ path }) => choices[path] === 'theirs').length;
  const ours = conflicts.length - theirs;
  if (!mayEdit) return null;
  return (
    <div className={classes.blockActions}>
      <small>
        {counted(conflicts.length, 'conflict')}: {[ours > 0 && `${ours} with yours`, theirs > 0 && `${theirs} with theirs`].filter(Boolean).join(', ')}
      </small>
      <Button loading={exchange.isPulling} onClick={exchange.resolve}>
        {resolveText(ours, theirs)}
      </Button>
    </div>
  );
}

function resolveText(ours: number, theirs: number): string {
  if (theirs === 0) return 'Resolve with yours and pull';
  return ours === 0 ? 'Resolve with theirs and pull' : 'Resolve as chosen and pull';
}
