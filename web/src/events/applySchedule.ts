import type { QueryClient } from '@tanstack/react-query';
import type { EnvironmentOverview } from '../api/overviews';
import type { Schedule } from '../api/schedules';
import type { ScheduleEvent } from '../api/types';
import type { Refresher } from './Refresher';

// applySchedule reads a schedule again in the lists and on its page after it changed or fired. A stream begins with all
// states, so only those that differ from what the page shows cause a request.
export function applySchedule(queryClient: QueryClient, refresher: Refresher, event: ScheduleEvent): void {
  const { scheduleID: id, environmentID } = event;
  const previous = queryClient.getQueryData<ScheduleEvent>(eventKey(id));
  queryClient.setQueryData<ScheduleEvent>(eventKey(id), event);
  const lists = [['schedules', 'list'], ['environments', 'schedules', environmentID]];
  const isCurrent = previous
    ? JSON.stringify(previous) === JSON.stringify(event)
    : lists.every((key) => {
        const list = queryClient.getQueryData<Schedule[]>(key);
        return list === undefined || isShown(list.find((schedule) => schedule.id === id), event);
      }) &&
      isShown(queryClient.getQueryData<Schedule>(['schedules', id]) ?? 'absent', event) &&
      overviewsOf(queryClient, environmentID).every((overview) => isCounted(overview, event));
  if (isCurrent) return;
  lists.forEach((key) => refresher.request(key, 1_000));
  if (!event.removed) refresher.request(['schedules', id], 1_000);
  refresher.request(['environments', 'firings', id], 1_000);
  refresher.requestOverviews(environmentID, 1_000);
}

// The last event of each schedule: the settings of a schedule are not in the event, only their fingerprint.
const eventKey = (id: string) => ['scheduleEvents', id];

// isShown reports whether the page shows the state of an event. A page that does not show the schedule needs nothing.
function isShown(schedule: Schedule | 'absent' | undefined, event: ScheduleEvent): boolean {
  if (schedule === 'absent') return true;
  if (schedule === undefined) return event.removed === true;
  return (
    !event.removed &&
    schedule.name === event.name &&
    schedule.isPaused === event.isPaused &&
    schedule.lastDue === event.lastDue &&
    (schedule.isPaused || schedule.nextTimes[0] === event.nextDue)
  );
}

// overviewsOf returns what the page knows about the next runs of an environment.
function overviewsOf(queryClient: QueryClient, environmentID: string): EnvironmentOverview[] {
  const lists = queryClient.getQueriesData<EnvironmentOverview[]>({ queryKey: ['environments', 'overviews'] });
  const page = queryClient.getQueryData<EnvironmentOverview | null>(['environments', 'overview', environmentID]);
  return [...lists.flatMap(([, list]) => list ?? []), ...(page ? [page] : [])].filter(({ id }) => id === environmentID);
}

// isCounted reports whether the next run of an environment takes a schedule into account.
function isCounted({ schedules, nextRun }: EnvironmentOverview, { isPaused, nextDue, removed }: ScheduleEvent): boolean {
  if (removed) return schedules === 0;
  return schedules > 0 && (isPaused === true || nextDue === undefined || (nextRun !== undefined && nextRun.dueAt <= nextDue));
}
