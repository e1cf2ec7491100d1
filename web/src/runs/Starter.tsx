import type { RunInfo } from '../api/types';
import { Icon, type IconName } from '../ui/Icon';
import classes from './Starter.module.css';

const icons: Record<string, IconName> = { user: 'account', schedule: 'clock', server: 'server' };

// Starter shows who or what started a run.
export function Starter({ starter }: { starter: RunInfo['startedBy'] }) {
  const kind = starter?.kind ?? 'server';
  return (
    <span className={classes.starter}>
      <Icon name={icons[kind] ?? 'server'} size={15} />
      <span>{starter?.name ?? (kind === 'server' ? 'The server' : `A deleted ${kind}`)}</span>
    </span>
  );
}
