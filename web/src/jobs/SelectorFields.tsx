import { Text } from '@mantine/core';
import { useId } from 'react';
import { SelectorBox } from '../selector/SelectorBox';
import { SelectorMessage } from '../selector/SelectorMessage';
import type { Matching } from '../selector/useMatches';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import classes from './Jobs.module.css';

interface SelectorFieldsProps {
  selectors: { include: string; exclude: string };
  matching: Matching;
  isReadOnly: boolean;
  onChange: (change: { include?: string; exclude?: string }) => void;
}

// SelectorFields edits the two selectors of a job or schedule. The count is what is left after both.
export function SelectorFields({ selectors: { include, exclude }, matching, isReadOnly, onChange }: SelectorFieldsProps) {
  const id = useId();
  return (
    <div className={classes.selectors}>
      {/* The box has its label for screen readers only. */}
      <Text size="sm" fw={600} aria-hidden="true">
        Include
      </Text>
      <SelectorBox
        label="Include"
        value={include}
        onChange={(value) => onChange({ include: value })}
        matching={matching}
        placeholder="every node; a selector such as +{ location: MART } takes some"
        describedBy={`${id}-include`}
        isReadOnly={isReadOnly}
      />
      <SelectorMessage id={`${id}-include`} value={include} matching={matching} />
      <Text size="sm" fw={600} aria-hidden="true">
        Exclude
      </Text>
      <SelectorBox
        label="Exclude"
        value={exclude}
        onChange={(value) => onChange({ exclude: value })}
        matching={matching}
        part="exclude"
        placeholder="nothing"
        describedBy={`${id}-exclude`}
        isReadOnly={isReadOnly}
      />
      {exclude.trim() !== '' && <SelectorMessage id={`${id}-exclude`} value={exclude} matching={matching} part="exclude" />}
      <Warning matching={matching} />
    </div>
  );
}

function Warning({ matching: { matches, isStale } }: { matching: Matching }) {
  if (!matches || isStale || matches.errors.length > 0 || matches.count > 0) return null;
  return (
    <p className={classes.warning} data-selects-nothing>
      <Icon name="alert" size={14} />
      Both selectors together leave no node of {counted(matches.total, 'node')}. A run does nothing.
    </p>
  );
}
