import { Anchor, Group, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { jobRunsQuery } from '../api/jobs';
import { RunLink } from '../environments/RunLink';
import { durationText, useClock } from '../runs/duration';
import { usePlaces } from '../runs/places';
import { StateMark } from '../runs/StateMark';
import { runLook } from '../runs/status';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { RelativeTime } from '../ui/RelativeTime';

// JobRuns shows the last runs of a job in all environments of its project.
export function JobRuns({ projectID, jobID }: { projectID: string; jobID: string }) {
  const runs = useQuery(jobRunsQuery(projectID, jobID));
  const placeOf = usePlaces();
  const now = useClock(runs.data?.data.some(({ runStatus }) => runStatus === 'running') ?? false);
  return (
    <section aria-labelledby="job-runs">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="job-runs">
          Last runs
        </Title>
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/runs" search={{ project: projectID, job: jobID }} />}>
          All runs
        </Anchor>
      </Group>
      <QueryView query={runs}>
        {({ data }) =>
          data.length === 0 ? (
            <Panel>
              <EmptyState icon="runs" title="It has not run yet">
                Deploy the job, then run it in an environment or add a schedule.
              </EmptyState>
            </Panel>
          ) : (
            <Panel label="List of runs">
              <Table verticalSpacing="sm">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Run</Table.Th>
                    <Table.Th>State</Table.Th>
                    <Table.Th>Environment</Table.Th>
                    <Table.Th>Duration</Table.Th>
                    <Table.Th>When</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.map((run) => (
                    <Table.Tr key={run.id}>
                      <Table.Th scope="row">
                        <RunLink runID={run.id}>{run.id}</RunLink>
                      </Table.Th>
                      <Table.Td>
                        <StateMark look={runLook(run)} />
                        {run.firstError && (
                          <Text size="xs" c="dimmed">
                            {run.firstError.name}: {run.firstError.message}
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td>{placeOf(run.environmentID).name}</Table.Td>
                      <Table.Td>{durationText({ start: run.runStartTime, end: run.runEndTime }, now)}</Table.Td>
                      <Table.Td>{run.createdAt && <RelativeTime at={run.createdAt} />}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Panel>
          )
        }
      </QueryView>
    </section>
  );
}
