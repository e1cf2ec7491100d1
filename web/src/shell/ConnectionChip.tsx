import { useEffect, useState } from 'react';
import { useConnection } from '../events/connection';
import { clockTime } from '../runs/duration';
import classes from './TopBar.module.css';

// A shorter interruption, such as a restart of the server, is not worth a notice.
const graceMilliseconds = 5_000;

// ConnectionChip says that the page is no longer current, and since when.
export function ConnectionChip() {
  const { state, lostAt } = useConnection();
  const isLost = state === 'reconnecting';
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isLost) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), graceMilliseconds);
    return () => clearTimeout(timer);
  }, [isLost]);
  return (
    <span role="status">
      {isShown && isLost && lostAt !== undefined && <span className={classes.lost}>Reconnecting, last update {clockTime(lostAt)}</span>}
    </span>
  );
}
