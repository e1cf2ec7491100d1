import { Alert, Stack, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '../api/schema.gen';
import { workersQuery } from '../api/server';
import { RunLink } from '../environments/RunLink';
import tones from '../environments/tones.module.css';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import { workerName } from './words';

type Worker = components['schemas']['Worker'];
type UnclaimedRuns = components['schemas']['UnclaimedRuns'];

const stateTones: Record<Worker['state'], string> = { ready: 'idle', draining: 'warning', lost: 'failed' };

// WorkerTable shows the processes that execute runs, and the runs that none of them may claim.
export function WorkerTable({ worker }: { worker: string }) {
  const workers = useQuery(workersQuery);
  return (
    <section aria-labelledby="workers-title">
      <Title order={2} size="h4" id="workers-title" mb="sm">
        Workers
      </Title>
      <QueryView query={workers}>
        {({ data, unclaimed }) => (
          <Stack gap="sm">
            {unclaimed.map((runs) => (
              <Unclaimed key={runs.oldestRunID} runs={runs} />
            ))}
            <Panel label="Processes">{data.length === 0 ? <NoWorkers /> : <Workers list={data} own={worker} />}</Panel>
          </Stack>
        )}
      </QueryView>
    </section>
  );
}

function NoWorkers() {
  return (
    <EmptyState icon="server" title="No worker is live">
      Start one with <code>millrace worker</code>, or a server without <code>--no-worker</code>.
    </EmptyState>
  );
}

function Unclaimed({ runs: { runs, oldestRunID, reason, hint } }: { runs: UnclaimedRuns }) {
  return (
    <Alert color="yellow" title={`${counted(runs, 'run')} ${runs === 1 ? 'waits' : 'wait'}: ${reason}`}>
      {hint} The oldest is <RunLink runID={oldestRunID}>run {oldestRunID}</RunLink>.
    </Alert>
  );
}

function Workers({ list, own }: { list: Worker[]; own: string }) {
  return (
    <Table verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Worker</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>Labels</Table.Th>
          <Table.Th>Runs of your organization</Table.Th>
          <Table.Th>Version</Table.Th>
          <Table.Th>Started</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {list.map(({ id, name, kind, state, labels, runs, maxRuns, version, startedAt, seenAt }) => (
          <Table.Tr key={id}>
            <Table.Th scope="row">
              {name} <code>{workerName(id)}</code>
              {id === own ? ' (this process)' : kind === 'server' && ' (in a server)'}
            </Table.Th>
            <Table.Td>
              <span className={tones.text} data-tone={stateTones[state]}>
                {state}
              </span>
              {state === 'lost' && (
                <>
                  , seen <RelativeTime at={seenAt} />
                </>
              )}
            </Table.Td>
            <Table.Td>{labels.join(', ') || 'none'}</Table.Td>
            <Table.Td>
              {runs.length} of at most {maxRuns}
            </Table.Td>
            <Table.Td>{version}</Table.Td>
            <Table.Td>
              <RelativeTime at={startedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
