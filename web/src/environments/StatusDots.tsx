import { VisuallyHidden } from '@mantine/core';
import type { EnvironmentSummary } from '../api/types';
import { Icon } from '../ui/Icon';
import { Tooltip } from '../ui/Tooltip';
import { looks } from './status';
import classes from './StatusBadge.module.css';

// The maximum number of dots.
const most = 12;

// StatusDots shows the status of each environment of a project as a dot with an icon and a label.
export function StatusDots({ environments }: { environments: EnvironmentSummary[] }) {
  return (
    <ul className={classes.dots}>
      {environments.slice(0, most).map(({ id, name, status }) => (
        <Tooltip key={id} label={`${name}: ${status}`}>
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
