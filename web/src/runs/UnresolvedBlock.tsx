import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { unresolvedQuery } from '../api/runs';
import type { RunInfo } from '../api/types';
import { Icon } from '../ui/Icon';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import { BulkRerunDialog } from './BulkRerunDialog';
import { isRerunnable } from './RunTable';
import classes from './UnresolvedBlock.module.css';
import { countsText } from './nodes';
import { type Place, usePlaces } from './places';
import { useWhatRan } from './whatRan';

// UnresolvedBlock shows the failures that no later run has repaired. It is absent when there are none.
export function UnresolvedBlock() {
  const found = useQuery(unresolvedQuery).data;
  const placeOf = usePlaces();
  const whatRan = useWhatRan(found?.data ?? []);
  const [repaired, setRepaired] = useState<RunInfo[]>([]);
  if (!found || found.total === 0) return null;
  const rerunnable = found.data.filter((run) => isRerunnable(run) && placeOf(run.environmentID).mayRun);
  return (
    <section className={classes.block} aria-labelledby="unresolved-title">
      <header className={classes.head}>
        <Icon name="failed" />
        <h2 id="unresolved-title">{counted(found.total, 'unresolved failure')}</h2>
        <span>No later run has repaired what failed.</span>
        {rerunnable.length > 1 && (
          <Button variant="default" size="xs" className={classes.all} leftSection={<Icon name="refreshing" size={15} />} onClick={() => setRepaired(rerunnable)}>
            Re-run {rerunnable.length === 2 ? 'both' : `all ${rerunnable.length}`}…
          </Button>
        )}
      </header>
      {found.data.map((run) => (
        <Failure
          key={run.id}
          run={run}
          place={placeOf(run.environmentID)}
          whatRan={whatRan(run)}
          onRerun={rerunnable.includes(run) ? () => setRepaired([run]) : undefined}
        />
      ))}
      {found.total > found.data.length && (
        <p className={classes.more}>
          <Link to="/runs" search={{ status: 'unresolved' }}>
            Show all {found.total}
          </Link>
        </p>
      )}
      <BulkRerunDialog runs={repaired} onClose={() => setRepaired([])} />
    </section>
  );
}

interface FailureProps {
  run: RunInfo;
  place: Place;
  whatRan: string;
  onRerun?: () => void;
}

function Failure({ run, place, whatRan, onRerun }: FailureProps) {
  const at = run.runStartTime ?? run.createdAt;
  return (
    <div className={classes.failure}>
      <div className={classes.text}>
        <div className={classes.line}>
          <Link to="/runs/$runID" params={{ runID: `${run.id}` }}>
            Run {run.id}
          </Link>
          <strong>{place.name}</strong>
          <span>{whatRan}</span>
          {at && (
            <span>
              <RelativeTime at={at} />
            </span>
          )}
          {run.nodeCounts && <span>{countsText(run.nodeCounts)}</span>}
          {run.runType === 'deploy' && <b>blocks every refresh of {place.name}</b>}
        </div>
        <div className={classes.error}>
          {run.firstError && <b>{run.firstError.name} › </b>}
          {run.firstError?.message || run.runFailureReason}
        </div>
      </div>
      <Group gap="xs" className={classes.actions}>
        {onRerun && (
          <Button variant="default" size="xs" leftSection={<Icon name="refreshing" size={15} />} onClick={onRerun} aria-label={`Re-run ${run.id} from failure`}>
            Re-run from failure
          </Button>
        )}
        <Button
          size="xs"
          renderRoot={(props) => <Link {...props} to="/runs/$runID" params={{ runID: `${run.id}` }} />}
          aria-label={`See the error of run ${run.id}`}
        >
          See the error
        </Button>
      </Group>
    </div>
  );
}
