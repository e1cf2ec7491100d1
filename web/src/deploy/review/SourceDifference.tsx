import { useMemo } from 'react';
import type { FileChange } from '../../api/commits';
import { counted } from '../../ui/text';
import { Part } from './ChangeDetail';
import { Folded } from './Folded';
import { lineDifference } from './lineDifference';
import classes from './Review.module.css';

export type SourceChange = FileChange;

const signs = { same: ' ', added: '+', removed: '−' };

// SourceDifference shows the file of a node, compared with the one of the deployed commit.
export function SourceDifference({ source: { path, before = '', after = '' } }: { source: SourceChange }) {
  const lines = useMemo(() => lineDifference(before, after), [before, after]);
  const changed = lines.filter(({ change }) => change !== 'same').length;
  return (
    <Part title="Source of the node" note={`${path}, ${counted(changed, 'line')}`}>
      <Folded label={`Difference of ${path}`} items={lines}>
        {({ change, text, before: old, after: present }) => (
          <div key={`${old} ${present}`} className={classes.line} data-change={change}>
            <span>{old}</span>
            <span>{present}</span>
            <span>{signs[change]}</span>
            <span>{text || ' '}</span>
          </div>
        )}
      </Folded>
    </Part>
  );
}
