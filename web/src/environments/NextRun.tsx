import { Text } from '@mantine/core';
import type { EnvironmentOverview } from '../api/overviews';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import { clockTime } from './clockTime';
import tones from './tones.module.css';

// NextRun shows the next due time of the schedules, in the zone of the schedule.
export function NextRun({ overview: { nextRun, schedules, status } }: { overview: EnvironmentOverview }) {
  if (!nextRun) {
    return (
      <Text size="xs" c="dimmed">
        {schedules === 0 ? 'no schedule' : `${counted(schedules, 'schedule')}, none due`}
      </Text>
    );
  }
  return (
    <>
      <Text size="sm">
        {clockTime(nextRun.dueAt, nextRun.timeZone)}, <RelativeTime at={nextRun.dueAt} />
      </Text>
      <Text size="xs" c="dimmed">
        {nextRun.name}
        <br />
        {nextRun.timeZone}
      </Text>
      {status === 'Failed Deploy' && (
        <Text size="xs" className={tones.text} data-tone="failed">
          blocked by the failed deployment
        </Text>
      )}
    </>
  );
}
