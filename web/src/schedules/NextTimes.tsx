import { Skeleton, Text, Title } from '@mantine/core';
import type { ClockChange, SchedulePreview } from '../api/schedules';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { useNow } from '../ui/useNow';
import classes from './Schedule.module.css';
import { dateIn, dayAndTime, ownTimeZone, timeIn, untilText } from './wallTime';

interface NextTimesProps {
  timeZone: string;
  // Absent while the server computes the times.
  preview?: SchedulePreview;
  // The times of the saved schedule, which are shown if the new expression is invalid.
  saved?: { times: string[]; timeZone: string };
  isInvalid: boolean;
}

// NextTimes shows the next five times, which always come from the server.
export function NextTimes({ timeZone, preview, saved, isInvalid }: NextTimesProps) {
  const zone = isInvalid && saved ? saved.timeZone : timeZone;
  const times = isInvalid ? saved?.times : preview?.times;
  return (
    <Panel>
      <section className={classes.card} aria-labelledby="next-times">
        <div className={classes.cardTitle}>
          <Title order={2} size="h4" id="next-times">
            Next five times
          </Title>
          <Text size="xs" c="dimmed">
            {zone}
          </Text>
        </div>
        {isInvalid && (
          <Text size="sm" c="dimmed">
            {saved
              ? 'These are the times of the saved schedule. The new ones appear when the expression is valid.'
              : 'The times appear when the expression is valid.'}
          </Text>
        )}
        {times ? <Times times={times} timeZone={zone} /> : !isInvalid && <TimesSkeleton />}
        {preview?.clockChange && !isInvalid && times?.[0] && <ChangeNote change={preview.clockChange} first={times[0]} timeZone={zone} />}
      </section>
    </Panel>
  );
}

function Times({ times, timeZone }: { times: string[]; timeZone: string }) {
  const now = useNow();
  if (times.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        None: the schedule is paused or fires after another run.
      </Text>
    );
  }
  return (
    <ol className={classes.times}>
      {times.map((at, index) => (
        <li key={at}>
          <div className={classes.time}>
            <time dateTime={at}>{dayAndTime(at, timeZone)}</time>
            {index === 0 && <span>in {untilText(at, now)}</span>}
          </div>
          <small>
            {timeIn(at, 'UTC')} UTC{index === 0 && `, ${ownClock(at, timeZone)}`}
          </small>
        </li>
      ))}
    </ol>
  );
}

function ownClock(at: string, timeZone: string): string {
  const own = timeIn(at, ownTimeZone);
  return own === timeIn(at, timeZone) ? 'your clock shows the same' : `${own} on your clock`;
}

function ChangeNote({ change, first, timeZone }: { change: ClockChange; first: string; timeZone: string }) {
  const moved = new Date(Date.parse(first) - (change.offsetAfter - change.offsetBefore) * 60_000).toISOString();
  return (
    <Text size="xs" c="dimmed" className={classes.note}>
      <Icon name="info" size={14} />
      <span>
        Clocks change on {dateIn(change.at, timeZone)}: {timeIn(first, timeZone)} is {timeIn(moved, 'UTC')} UTC from then on. No run is lost or
        doubled.
      </span>
    </Text>
  );
}

function TimesSkeleton() {
  return (
    <div aria-busy="true">
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} height={16} my={12} />
      ))}
    </div>
  );
}
