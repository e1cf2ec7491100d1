import { Button, Stack, Table, Title, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Delivery, type Webhook, deliveriesQuery, useReplayDelivery } from '../api/webhooks';
import { RunLink } from '../environments/RunLink';
import { StateMark } from '../runs/StateMark';
import { announce } from '../ui/announce';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { RelativeTime } from '../ui/RelativeTime';
import { TableSkeleton } from '../ui/TableSkeleton';
import { DeliveryDetails } from './DeliveryDetails';
import classes from './Webhooks.module.css';
import { deliveryLook, resultText } from './words';

const route = getRouteApi('/signedIn/admin/webhooks/$webhookID');

// DeliverySection is the log of a webhook. The delivery that is open is in the address.
export function DeliverySection({ webhook }: { webhook: Webhook }) {
  const { delivery: open } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(deliveriesQuery(webhook.id));
  const deliveries = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const replay = useReplayDelivery();
  const toggle = (id: string) => void navigate({ search: { delivery: id === open ? undefined : id }, replace: true });
  const send = ({ id }: Delivery) =>
    replay.mutate({ webhookID: webhook.id, deliveryID: id }, { onSuccess: () => announce('The delivery is sent again') });
  return (
    <section aria-labelledby="deliveries-title">
      <Title order={2} size="h4" id="deliveries-title" mb="sm">
        Deliveries
      </Title>
      <Stack gap="md">
        {query.error && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
        {replay.error && <ProblemAlert error={replay.error} />}
        {query.isPending && <TableSkeleton />}
        {query.data && deliveries.length === 0 && (
          <Panel>
            <EmptyState icon="webhooks" title="Nothing was sent yet">
              Deliveries of the last 30 days appear here. Send a test to see whether the receiver answers.
            </EmptyState>
          </Panel>
        )}
        {deliveries.length > 0 && (
          <Panel label="List of deliveries">
            <Table verticalSpacing="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Event</Table.Th>
                  <Table.Th>State</Table.Th>
                  <Table.Th>Attempts</Table.Th>
                  <Table.Th>Result</Table.Th>
                  <Table.Th>Created</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {deliveries.map((delivery) => (
                  <DeliveryRows
                    key={delivery.id}
                    delivery={delivery}
                    isOpen={delivery.id === open}
                    onToggle={() => toggle(delivery.id)}
                    onReplay={() => send(delivery)}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Panel>
        )}
        {query.hasNextPage && (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show older deliveries
          </Button>
        )}
      </Stack>
    </section>
  );
}

interface DeliveryRowsProps {
  delivery: Delivery;
  isOpen: boolean;
  onToggle: () => void;
  onReplay: () => void;
}

function DeliveryRows({ delivery, isOpen, onToggle, onReplay }: DeliveryRowsProps) {
  const { event, runID, attempts, createdAt, state } = delivery;
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row">
          <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
            {event}
          </button>
          {runID !== undefined && (
            <>
              {' '}
              <RunLink runID={runID} fz="xs">
                run {runID}
              </RunLink>
            </>
          )}
        </Table.Th>
        <Table.Td>
          <StateMark look={deliveryLook(delivery)} />
        </Table.Td>
        <Table.Td>{attempts.length}</Table.Td>
        <Table.Td className={classes.result}>{resultText(delivery)}</Table.Td>
        <Table.Td>
          <RelativeTime at={createdAt} />
        </Table.Td>
        <Table.Td align="right">
          {state !== 'waiting' && (
            <Button size="compact-sm" variant="subtle" aria-label={`Send ${event} again`} onClick={onReplay}>
              Send again
            </Button>
          )}
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={6}>
            <DeliveryDetails delivery={delivery} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
