import { VisuallyHidden } from '@mantine/core';
import type { SourceKind } from '../app/environmentSearch';
import classes from './Choices.module.css';

const labels: Record<SourceKind, string> = { commit: 'A commit', workspace: 'A workspace', upload: 'An archive' };

interface SourceKindsProps {
  kind: SourceKind;
  kinds: SourceKind[];
  onKind: (kind: SourceKind) => void;
}

// SourceKinds asks what to deploy.
export function SourceKinds({ kind, kinds, onKind }: SourceKindsProps) {
  return (
    <fieldset className={classes.kinds}>
      <VisuallyHidden component="legend">What to deploy</VisuallyHidden>
      {kinds.map((one) => (
        <label key={one} className={classes.kind}>
          <input type="radio" name="kind" value={one} checked={one === kind} onChange={() => onKind(one)} />
          {labels[one]}
        </label>
      ))}
    </fieldset>
  );
}
