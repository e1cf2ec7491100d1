import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { currentServerQuery, serverQuery } from '../api/server';
import classes from './UpgradeNotice.module.css';

// UpgradeNotice says that the server was upgraded since this page was loaded, so that the page may not fit it.
export function UpgradeNotice() {
  const loaded = useQuery(serverQuery).data?.version;
  const current = useQuery(currentServerQuery).data?.version;
  if (!loaded || !current || loaded === current) return null;
  return (
    <div className={classes.notice} role="status">
      The server was upgraded to {current}. Reload to use the new version of this page.
      <Button size="compact-xs" variant="default" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}
