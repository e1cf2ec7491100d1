import { Table, Title, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { organizationSessionsQuery, useEndUserSession } from '../api/credentials';
import { browserName } from '../sessions/browserName';
import { announce } from '../ui/announce';
import { MoreRows } from '../ui/MoreRows';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { RelativeTime } from '../ui/RelativeTime';
import { TableSkeleton } from '../ui/TableSkeleton';
import { counted } from '../ui/text';
import { TwoClicks } from './TwoClicks';

// AllSessions lists the sessions of all users.
export function AllSessions() {
  const list = useInfiniteQuery(organizationSessionsQuery);
  const end = useEndUserSession();
  const sessions = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section aria-labelledby="sessions-title">
      <Title order={2} size="h4" id="sessions-title" mb="sm">
        Sessions
      </Title>
      {list.isError && <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />}
      {end.error && <ProblemAlert error={end.error} />}
      {list.isPending && <TableSkeleton />}
      {list.data && (
        <>
          <Panel label="All sessions">
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>User</Table.Th>
                  <Table.Th>Client</Table.Th>
                  <Table.Th>Address</Table.Th>
                  <Table.Th>Last use</Table.Th>
                  <Table.Th>Signed in</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {sessions.map((session) => (
                  <Table.Tr key={session.id}>
                    <Table.Th scope="row">{session.user.email}</Table.Th>
                    <Table.Td>{browserName(session.userAgent)}</Table.Td>
                    <Table.Td>
                      <code>{session.address}</code>
                    </Table.Td>
                    <Table.Td>
                      <RelativeTime at={session.lastUsedAt} />
                    </Table.Td>
                    <Table.Td>
                      <RelativeTime at={session.createdAt} />
                    </Table.Td>
                    <Table.Td align="right">
                      {session.isCurrent ? (
                        'this browser'
                      ) : (
                        <TwoClicks
                          action="End"
                          confirmation="End it now"
                          object={`the session of ${session.user.email} with ${browserName(session.userAgent)}`}
                          isWorking={end.isPending && end.variables.id === session.id}
                          onConfirm={() => end.mutate(session, { onSuccess: () => announce('The session has ended') })}
                        />
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Panel>
          <MoreRows
            shown={sessions.length}
            total={counted(list.data.pages.at(-1)?.total ?? sessions.length, 'session')}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        </>
      )}
    </section>
  );
}
