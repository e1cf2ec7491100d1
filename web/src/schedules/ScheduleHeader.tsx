import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { usePauseSchedule } from '../api/environmentSchedules';
import type { EnvironmentOverview } from '../api/overviews';
import { environmentJobsQuery } from '../api/runs';
import { type Schedule, schedulePath, schedulesQuery, useRunSchedule, useTakeOverSchedule } from '../api/schedules';
import { may } from '../environments/permissions';
import tones from '../environments/tones.module.css';
import { useOpenRun } from '../runs/RunActions';
import { announce } from '../ui/announce';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { Icon } from '../ui/Icon';
import { Menu, MenuItem } from '../ui/Menu';
import { ProblemAlert } from '../ui/ProblemAlert';
import { useNow } from '../ui/useNow';
import { cronWords } from './cronForm';
import { DeleteScheduleDialog } from './DeleteScheduleDialog';
import classes from './Schedule.module.css';
import { TakeOverDialog } from './TakeOverDialog';
import { untilText } from './wallTime';

interface ScheduleHeaderProps {
  schedule: Schedule;
  overview: EnvironmentOverview | undefined;
  save: ReactNode;
}

// ScheduleHeader sums up the saved schedule, not the changes in the form.
export function ScheduleHeader({ schedule, overview, save }: ScheduleHeaderProps) {
  useDocumentTitle(`${schedule.name} · Millrace`);
  const pause = usePauseSchedule();
  const run = useRunSchedule();
  const openRun = useOpenRun();
  const mayChange = overview !== undefined && may(overview, 'environment.run');
  const { id, name, isPaused, pauseReason } = schedule;

  function toggle() {
    pause.mutate({ scheduleID: id, isPaused: !isPaused }, { onSuccess: () => announce(`Schedule ${name} is ${isPaused ? 'resumed' : 'paused'}`) });
  }

  return (
    <>
      <Group justify="space-between" align="flex-start" gap="md">
        <div className={classes.headText}>
          <Group gap="sm">
            <Title order={1} size="h2">
              {name}
            </Title>
            <span className={tones.chip} data-tone={isPaused ? 'fading' : 'idle'}>
              {isPaused ? 'Paused' : 'On'}
            </span>
          </Group>
          <Summary schedule={schedule} overview={overview} />
          {pauseReason && (
            <Text size="sm" mt={4} className={tones.text} data-tone="warning">
              The server paused it: {pauseReason}
            </Text>
          )}
        </div>
        <Group gap="xs">
          {mayChange && (
            <>
              <Button variant="default" loading={pause.isPending} onClick={toggle}>
                {isPaused ? 'Resume' : 'Pause'}
              </Button>
              <Button
                variant="default"
                leftSection={<Icon name="devRun" size={15} />}
                loading={run.isPending}
                onClick={() => run.mutate(id, { onSuccess: ({ runCounter }) => openRun(runCounter) })}
              >
                Run now
              </Button>
            </>
          )}
          {save}
          <CopyAsCurl path={schedulePath(id)} command={`millrace schedules get ${id}`} />
          <More schedule={schedule} overview={overview} />
        </Group>
      </Group>
      {(pause.error ?? run.error) && <ProblemAlert error={pause.error ?? run.error} />}
    </>
  );
}

function Summary({ schedule, overview }: { schedule: Schedule; overview: EnvironmentOverview | undefined }) {
  const now = useNow();
  const { jobID, environmentID, cron, timeZone, nextTimes, trigger } = schedule;
  const jobs = useQuery({ ...environmentJobsQuery(environmentID), enabled: jobID !== undefined || trigger?.afterJob !== undefined }).data ?? [];
  const schedules = useQuery({ ...schedulesQuery, enabled: trigger?.afterSchedule !== undefined }).data ?? [];
  const jobName = (wanted: string) => jobs.find(({ id }) => id === wanted)?.name ?? wanted;
  const what = jobID ? `the job ${jobName(jobID)}` : schedule.includeNodesSelector ? 'selected nodes' : 'every node';
  const when = cron
    ? `${cronWords(cron)}, ${timeZone}`
    : trigger?.afterSchedule
      ? `after the schedule ${schedules.find(({ id }) => id === trigger.afterSchedule)?.name ?? trigger.afterSchedule}`
      : `after the job ${jobName(String(trigger?.afterJob ?? ''))}`;
  return (
    <Text c="dimmed" mt={4} className={classes.summary}>
      Runs {what} in {overview?.name ?? `environment ${environmentID}`} {when}.
      {nextTimes[0] && ` Next in ${untilText(nextTimes[0], now)}.`}
    </Text>
  );
}

// More has the actions that are needed seldom. It is absent if there are none.
function More({ schedule, overview }: { schedule: Schedule; overview: EnvironmentOverview | undefined }) {
  const [open, setOpen] = useState<'delete' | 'takeOver'>();
  const takeOver = useTakeOverSchedule();
  const mayDelete = overview !== undefined && may(overview, 'environment.run');
  const mayTakeOver = overview !== undefined && may(overview, 'environment.roles.set');
  if (!mayDelete && !mayTakeOver) return null;
  return (
    <>
      <Menu
        align="end"
        renderTarget={(props) => (
          <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={`More about ${schedule.name}`}>
            <Icon name="more" />
          </ActionIcon>
        )}
      >
        {mayTakeOver && <MenuItem onClick={() => setOpen('takeOver')}>Take over…</MenuItem>}
        {mayDelete && (
          <MenuItem isDanger onClick={() => setOpen('delete')}>
            Delete schedule…
          </MenuItem>
        )}
      </Menu>
      <TakeOverDialog schedule={schedule} takeOver={takeOver} opened={open === 'takeOver'} onClose={() => setOpen(undefined)} />
      <DeleteScheduleDialog schedule={schedule} project={overview?.project} opened={open === 'delete'} onClose={() => setOpen(undefined)} />
    </>
  );
}
