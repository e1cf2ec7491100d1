import { Tooltip, VisuallyHidden } from '@mantine/core';
import type { EnvironmentSummary } from '../api/types';
import { Icon } from '../ui/Icon';
import { looks } from './status';
import classes from './StatusBadge.module.css';

// More would not be a glance any more.
const most = 12;

// StatusDots is the health of a project at a glance: a dot for each environment, with its icon and its words.
export function StatusDots({ environments }: { environments: EnvironmentSummary[] }) {
  return (
    <ul className={classes.dots}>
      {environments.slice(0, most).map(({ id, name, status }) => (
        <Tooltip key={id} label={`${name}: ${status}`} withArrow>
          <li className={classes.dot} data-tone={looks[status].tone}>
            <Icon name={looks[status].icon} size={13} />
            <VisuallyHidden>{`${name}: ${status}`}</VisuallyHidden>
          </li>
        </Tooltip>
      ))}
      {environments.length > most && <li className={classes.rest}>+{environments.length - most}</li>}
    </ul>
  );
}
