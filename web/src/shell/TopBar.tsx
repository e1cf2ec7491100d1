import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { loadQuery } from '../api/runs';
import { Icon } from '../ui/Icon';
import { Breadcrumb } from './Breadcrumb';
import { ConnectionChip } from './ConnectionChip';
import classes from './TopBar.module.css';

interface TopBarProps {
  onSearch: () => void;
  onHelp: () => void;
}

// TopBar says where the user is and what runs now.
export function TopBar({ onSearch, onHelp }: TopBarProps) {
  return (
    <section className={classes.bar} aria-label="Location and activity">
      <Breadcrumb />
      <div className={classes.right}>
        <ConnectionChip />
        <RunningNow />
        <UnstyledButton className={classes.search} onClick={onSearch} aria-label="Search">
          <Icon name="search" size={15} />
          <span>Search</span>
          <Kbd size="xs">Ctrl K</Kbd>
        </UnstyledButton>
        {/* The keys can be switched off, so the help needs a button too. */}
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Help" title="Help and keyboard shortcuts" onClick={onHelp}>
          <Icon name="help" />
        </ActionIcon>
      </div>
    </section>
  );
}

function RunningNow() {
  const { running = 0, waitingToRun = 0 } = useQuery(loadQuery).data ?? {};
  if (running + waitingToRun === 0) return null;
  const parts = [running > 0 && `${running} running`, waitingToRun > 0 && `${waitingToRun} waiting`].filter(Boolean);
  return (
    <Link to="/runs" search={{ status: running > 0 ? 'running' : 'waitingToRun' }} className={classes.running}>
      <i aria-hidden="true" />
      {parts.join(', ')}
    </Link>
  );
}
