import { Table, Title } from '@mantine/core';
import { RunLink } from '../environments/RunLink';
import { usePlaces } from '../runs/places';
import tones from '../environments/tones.module.css';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import type { ServerState } from './ServerFacts';
import { workerName } from './words';

// LeaseTable shows which worker executes which run.
export function LeaseTable({ state }: { state: ServerState }) {
  const placeOf = usePlaces();
  return (
    <section aria-labelledby="leases-title">
      <Title order={2} size="h4" id="leases-title" mb="sm">
        Runs in progress and their workers
      </Title>
      {state.leases.length === 0 ? (
        <Panel>
          <EmptyState icon="server" title="Nothing runs">
            While a run is in progress, one worker has its lease. If the worker stops, the lease expires and another one continues the run.
          </EmptyState>
        </Panel>
      ) : (
        <Panel label="Leases">
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Run</Table.Th>
                <Table.Th>Environment</Table.Th>
                <Table.Th>Worker</Table.Th>
                <Table.Th>Claims</Table.Th>
                <Table.Th>Lease</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {state.leases.map(({ runID, environmentID, worker, attempt, expiresAt, isExpired }) => (
                <Table.Tr key={runID}>
                  <Table.Th scope="row">
                    <RunLink runID={runID}>{runID}</RunLink>
                  </Table.Th>
                  <Table.Td>{placeOf(environmentID).name}</Table.Td>
                  <Table.Td>
                    <code>{workerName(worker)}</code>
                    {worker === state.worker && ' (this process)'}
                  </Table.Td>
                  <Table.Td>{attempt}</Table.Td>
                  <Table.Td>
                    <span className={tones.text} data-tone={isExpired ? 'warning' : 'idle'}>
                      {isExpired ? 'expired' : 'valid'}
                    </span>
                    , <RelativeTime at={expiresAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Panel>
      )}
    </section>
  );
}
