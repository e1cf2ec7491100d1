import { Table, Title } from '@mantine/core';
import { usePlaces } from '../runs/places';
import { Panel } from '../ui/Panel';
import type { ServerState } from './ServerFacts';

// QueueTable shows which environments have runs that wait or run.
export function QueueTable({ queue }: { queue: ServerState['queue'] }) {
  const placeOf = usePlaces();
  if (queue.length === 0) return null;
  return (
    <section aria-labelledby="queue-title">
      <Title order={2} size="h4" id="queue-title" mb="sm">
        Queue by environment
      </Title>
      <Panel label="Queue">
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Environment</Table.Th>
              <Table.Th>Waiting</Table.Th>
              <Table.Th>Running</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queue.map(({ environmentID, waiting, running }) => (
              <Table.Tr key={environmentID}>
                <Table.Th scope="row">{placeOf(environmentID).name}</Table.Th>
                <Table.Td>{waiting}</Table.Td>
                <Table.Td>{running}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Panel>
    </section>
  );
}
