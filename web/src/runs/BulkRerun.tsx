import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RunInfo } from '../api/types';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import classes from './BulkRerun.module.css';
import { BulkRerunDialog } from './BulkRerunDialog';

interface BulkRerunProps {
  runs: RunInfo[];
  onDone: () => void;
}

// BulkRerun is the bar at the foot of the list while rows are ticked.
export function BulkRerun({ runs, onDone }: BulkRerunProps) {
  const [asked, setAsked] = useState<RunInfo[]>([]);
  return (
    <>
      {runs.length > 0 && (
        <div className={classes.bar} role="region" aria-label="Selected runs">
          <strong>{counted(runs.length, 'run')} selected</strong>
          <Button variant="subtle" size="xs" onClick={onDone}>
            Clear
          </Button>
          <Button size="xs" leftSection={<Icon name="refreshing" size={15} />} onClick={() => setAsked(runs)} data-action="rerun">
            Re-run from failure…
          </Button>
        </div>
      )}
      <BulkRerunDialog
        runs={asked}
        onClose={(areStarted) => {
          setAsked([]);
          if (areStarted) onDone();
        }}
      />
    </>
  );
}
