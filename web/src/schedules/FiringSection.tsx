import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Firing, type Schedule, firingsQuery, scheduleRunsQuery } from '../api/schedules';
import type { RunInfo } from '../api/types';
import { RunLink } from '../environments/RunLink';
import { StateMark } from '../runs/StateMark';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { SegmentChoice } from '../ui/SegmentChoice';
import { TableSkeleton } from '../ui/TableSkeleton';
import { causeText, countsText, firingDuration, firingLook, firingText } from './firings';
import classes from './Schedule.module.css';
import { dayAndTime } from './wallTime';

const route = getRouteApi('/signedIn/schedules/$scheduleID');

// FiringSection is the history of a schedule; its filter is in the address.
export function FiringSection({ schedule }: { schedule: Schedule }) {
  const { firings: filter } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(firingsQuery(schedule.id, filter));
  const shown = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const set = (value: 'all' | 'notCompleted') => void navigate({ search: { firings: value === 'all' ? undefined : value }, replace: true });
  return (
    <section aria-labelledby="firings-title">
      <Group justify="space-between" mb="sm">
        <Group gap="sm" align="baseline">
          <Title order={2} size="h4" id="firings-title">
            Firings
          </Title>
          <Text size="sm" c="dimmed">
            {countsText(shown)}
          </Text>
        </Group>
        <SegmentChoice
          label="Which firings"
          value={filter ?? 'all'}
          options={[
            { value: 'all', label: 'All' },
            { value: 'notCompleted', label: 'Not completed' },
          ]}
          onChange={set}
        />
      </Group>
      <Stack gap="md">
        {query.error && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending ? <TableSkeleton /> : <Firings firings={shown} schedule={schedule} isFiltered={filter !== undefined} />}
        {query.hasNextPage && (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show older firings
          </Button>
        )}
      </Stack>
    </section>
  );
}

function Firings({ firings, schedule, isFiltered }: { firings: Firing[]; schedule: Schedule; isFiltered: boolean }) {
  const runs = useQuery(scheduleRunsQuery(schedule.id)).data?.data ?? [];
  const byID = new Map(runs.map((run) => [run.id, run]));
  if (firings.length === 0) {
    return (
      <Panel>
        <EmptyState icon="clock" title={isFiltered ? 'No firing matches' : 'It has not fired yet'}>
          {isFiltered ? 'Every firing completed.' : 'The first firing appears here at the next time above, or after Run now.'}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel label="List of firings">
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Due ({schedule.timeZone})</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Run</Table.Th>
            <Table.Th>What happened</Table.Th>
            <Table.Th className={classes.number}>Time</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {firings.map((firing) => (
            <FiringRow key={firing.id} firing={firing} run={byID.get(firing.runID ?? -1)} timeZone={schedule.timeZone} />
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function FiringRow({ firing, run, timeZone }: { firing: Firing; run: RunInfo | undefined; timeZone: string }) {
  const look = firingLook(firing, run);
  const cause = causeText(firing);
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.due}>
        {dayAndTime(firing.dueAt, timeZone)}
        {cause && <small>{cause}</small>}
      </Table.Th>
      <Table.Td>
        <StateMark look={look} isBadge />
      </Table.Td>
      <Table.Td className={classes.due}>
        {firing.runID === undefined ? '–' : <RunLink runID={firing.runID}>{firing.runID}</RunLink>}
        {firing.attempt > 1 && <small>{firing.attempt} attempts</small>}
      </Table.Td>
      <Table.Td className={classes.happened} data-tone={look.tone}>
        {firingText(firing, run)}
      </Table.Td>
      <Table.Td className={classes.number}>{firingDuration(firing, run)}</Table.Td>
    </Table.Tr>
  );
}
