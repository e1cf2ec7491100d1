import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Webhook } from '../api/webhooks';
import { usePlaces } from '../runs/places';
import { Panel } from '../ui/Panel';
import { useRows } from '../ui/useRows';
import { WebhookState } from './WebhookState';
import { eventsText } from './words';

export function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  const [rows, more] = useRows(webhooks);
  const placeOf = usePlaces();
  return (
    <Panel label="Webhooks">
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Webhook</Table.Th>
            <Table.Th>Events</Table.Th>
            <Table.Th>Environment</Table.Th>
            <Table.Th>State</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((webhook) => (
            <Table.Tr key={webhook.id}>
              <Table.Th scope="row">
                <Anchor
                  size="sm"
                  fw={600}
                  renderRoot={(props) => <Link {...props} to="/admin/webhooks/$webhookID" params={{ webhookID: webhook.id }} />}
                >
                  {webhook.description || webhook.url}
                </Anchor>
                {webhook.description && (
                  <Text size="xs" c="dimmed" fw={400}>
                    {webhook.url}
                  </Text>
                )}
              </Table.Th>
              <Table.Td>{eventsText(webhook.events)}</Table.Td>
              <Table.Td>{webhook.environmentID ? placeOf(webhook.environmentID).name : 'all'}</Table.Td>
              <Table.Td>
                <WebhookState webhook={webhook} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {more}
    </Panel>
  );
}
