import type { UserStatus } from '../api/types';
import { Icon } from '../ui/Icon';
import classes from './UserStatusMark.module.css';

export function UserStatusMark({ status }: { status: UserStatus }) {
  return (
    <span className={classes.mark} data-status={status}>
      <Icon name={status === 'active' ? 'idle' : 'failed'} size={15} />
      {status === 'active' ? 'Active' : 'Disabled'}
    </span>
  );
}
