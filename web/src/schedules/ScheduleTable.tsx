import { Anchor, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schedule } from '../api/schedules';
import { usePlaces } from '../runs/places';
import tones from '../environments/tones.module.css';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';
import { useNow } from '../ui/useNow';
import { useRows } from '../ui/useRows';
import { cronWords } from './cronForm';
import classes from './Schedule.module.css';
import { dayAndTime, untilText } from './wallTime';

// ScheduleTable lists schedules; the one that is due next comes first, and the paused ones last.
export function ScheduleTable({ schedules }: { schedules: Schedule[] }) {
  const [rows, more] = useRows(schedules.toSorted(byNextTime));
  if (schedules.length === 0) {
    return (
      <Panel>
        <EmptyState icon="clock" title="No schedules">
          A schedule starts refreshes at fixed times or after other runs.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel label="List of schedules">
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Schedule</Table.Th>
            <Table.Th>Environment</Table.Th>
            <Table.Th>When</Table.Th>
            <Table.Th>Next</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((schedule) => (
            <Row key={schedule.id} schedule={schedule} />
          ))}
        </Table.Tbody>
      </Table>
      {more}
    </Panel>
  );
}

function Row({ schedule }: { schedule: Schedule }) {
  const placeOf = usePlaces();
  const now = useNow();
  const { id, name, environmentID, cron, timeZone, isPaused, nextTimes } = schedule;
  const next = nextTimes[0];
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Anchor size="sm" fw={600} renderRoot={(props) => <Link {...props} to="/schedules/$scheduleID" params={{ scheduleID: id }} />}>
          {name}
        </Anchor>
      </Table.Th>
      <Table.Td>{placeOf(environmentID).name}</Table.Td>
      <Table.Td>{cron ? `${cronWords(cron)}, ${timeZone}` : 'after another run'}</Table.Td>
      <Table.Td className={classes.due}>
        {isPaused ? (
          <span className={tones.chip} data-tone="fading">
            paused
          </span>
        ) : (
          next && (
            <>
              {dayAndTime(next, timeZone)}
              <small>in {untilText(next, now)}</small>
            </>
          )
        )}
      </Table.Td>
    </Table.Tr>
  );
}

// nextOrLast sorts schedules without a next time after all others.
const nextOrLast = ({ nextTimes }: Schedule) => nextTimes[0] ?? '~';

function byNextTime(a: Schedule, b: Schedule): number {
  return nextOrLast(a).localeCompare(nextOrLast(b)) || a.name.localeCompare(b.name);
}
