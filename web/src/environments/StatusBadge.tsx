import type { EnvironmentStatus } from '../api/types';
import { Icon } from '../ui/Icon';
import { Tooltip } from '../ui/Tooltip';
import { looks } from './status';
import classes from './StatusBadge.module.css';

export function StatusBadge({ status }: { status: EnvironmentStatus }) {
  const { tone, icon, meaning } = looks[status];
  return (
    <Tooltip label={meaning}>
      <span className={classes.badge} data-tone={tone}>
        <Icon name={icon} size={14} />
        {status}
      </span>
    </Tooltip>
  );
}
