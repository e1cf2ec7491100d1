import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Schedule, environmentSchedulesQuery, lastFiringQuery, usePauseSchedule } from '../api/environmentSchedules';
import type { EnvironmentOverview } from '../api/overviews';
import { clockTime } from '../environments/clockTime';
import { may } from '../environments/permissions';
import { RunLink } from '../environments/RunLink';
import tones from '../environments/tones.module.css';
import { announce } from '../ui/announce';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { RelativeTime } from '../ui/RelativeTime';
import { NewScheduleButton } from '../schedules/NewScheduleButton';
import classes from './Environment.module.css';

// ScheduleList shows the schedules of an environment, the paused ones last.
export function ScheduleList({ overview }: { overview: EnvironmentOverview }) {
  const schedules = useQuery(environmentSchedulesQuery(overview.id));
  return (
    <QueryView query={schedules}>
      {(all) => (
        <Panel>
          {all.length === 0 && (
            <EmptyState icon="clock" title="No schedules" action={<NewScheduleButton overview={overview} />}>
              A schedule starts refreshes at fixed times or after other runs.
            </EmptyState>
          )}
          <ul className={classes.entries}>
            {all
              .toSorted((a, b) => Number(a.isPaused) - Number(b.isPaused) || a.name.localeCompare(b.name))
              .map((schedule) => (
                <Entry key={schedule.id} schedule={schedule} mayChange={may(overview, 'environment.run')} />
              ))}
          </ul>
        </Panel>
      )}
    </QueryView>
  );
}

function Entry({ schedule, mayChange }: { schedule: Schedule; mayChange: boolean }) {
  const pause = usePauseSchedule();
  const { id, name, isPaused, pauseReason, nextTimes, timeZone } = schedule;
  const next = nextTimes[0];

  function toggle() {
    pause.mutate(
      { scheduleID: id, isPaused: !isPaused },
      { onSuccess: () => announce(`Schedule ${name} is ${isPaused ? 'resumed' : 'paused'}`) },
    );
  }

  return (
    <li className={classes.entry}>
      <span className={tones.text} data-tone={isPaused ? 'fading' : 'idle'}>
        <Icon name="clock" size={16} />
      </span>
      <div>
        <Anchor
          size="sm"
          fw={600}
          renderRoot={(props) => <Link {...props} to="/schedules/$scheduleID" params={{ scheduleID: id }} />}
        >
          {name}
        </Anchor>{' '}
        {isPaused && (
          <span className={tones.chip} data-tone="fading">
            paused
          </span>
        )}
        <small>
          <code>{triggerText(schedule)}</code>
          {schedule.jobID && `, job ${schedule.jobID}`}
        </small>
        <small>
          {isPaused
            ? pauseReason
            : next && (
                <>
                  next {clockTime(next, timeZone)} {timeZone}, <RelativeTime at={next} />
                </>
              )}
        </small>
        <LastFiring scheduleID={id} />
        {pause.error && <ProblemAlert error={pause.error} />}
      </div>
      {mayChange && (
        <Button
          size="compact-xs"
          variant="default"
          loading={pause.isPending}
          aria-label={`${isPaused ? 'Resume' : 'Pause'} schedule ${name}`}
          onClick={toggle}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
    </li>
  );
}

function LastFiring({ scheduleID }: { scheduleID: string }) {
  const firing = useQuery(lastFiringQuery(scheduleID)).data;
  if (!firing) return null;
  const tone = firing.state === 'failed' ? 'failed' : 'fading';
  return (
    <small>
      last <RelativeTime at={firing.dueAt} />:{' '}
      <span className={tones.text} data-tone={tone}>
        {firing.state}
      </span>
      {firing.runID !== undefined && (
        <>
          {' '}
          as <RunLink runID={firing.runID}>run {firing.runID}</RunLink>
        </>
      )}
      {firing.reason && `: ${firing.reason}`}
    </small>
  );
}

function triggerText({ cron, trigger }: Schedule): string {
  if (trigger?.afterSchedule) return `after schedule ${trigger.afterSchedule}`;
  if (trigger?.afterJob) return `after job ${trigger.afterJob}`;
  return cron ?? '';
}
