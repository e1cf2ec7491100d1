import { Table, Title, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { organizationTokensQuery, useRevokeToken } from '../api/credentials';
import { tokenName } from '../tokens/tokenName';
import { announce } from '../ui/announce';
import { MoreRows } from '../ui/MoreRows';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { RelativeTime } from '../ui/RelativeTime';
import { TableSkeleton } from '../ui/TableSkeleton';
import { counted } from '../ui/text';
import { TwoClicks } from './TwoClicks';

// AllTokens lists the access tokens of all users.
export function AllTokens() {
  const list = useInfiniteQuery(organizationTokensQuery);
  const revoke = useRevokeToken();
  const tokens = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section aria-labelledby="tokens-title">
      <Title order={2} size="h4" id="tokens-title" mb="sm">
        Access tokens
      </Title>
      {list.isError && <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />}
      {revoke.error && <ProblemAlert error={revoke.error} />}
      {list.isPending && <TableSkeleton />}
      {list.data && (
        <>
          <Panel label="All access tokens">
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Owner</Table.Th>
                  <Table.Th>Name</Table.Th>
                  <Table.Th>Token</Table.Th>
                  <Table.Th>Last use</Table.Th>
                  <Table.Th>Address</Table.Th>
                  <Table.Th>Created</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {tokens.map((token) => (
                  <Table.Tr key={token.id}>
                    <Table.Th scope="row">{token.user.email}</Table.Th>
                    <Table.Td>{tokenName(token)}</Table.Td>
                    <Table.Td>
                      <code>{token.hint}</code>
                    </Table.Td>
                    <Table.Td>{token.lastUsedAt ? <RelativeTime at={token.lastUsedAt} /> : 'never'}</Table.Td>
                    <Table.Td>{token.address && <code>{token.address}</code>}</Table.Td>
                    <Table.Td>
                      <RelativeTime at={token.createdAt} />
                    </Table.Td>
                    <Table.Td align="right">
                      <TwoClicks
                        action="Revoke"
                        confirmation="Revoke for good"
                        object={`token ${token.hint} of ${token.user.email}`}
                        isWorking={revoke.isPending && revoke.variables.id === token.id}
                        onConfirm={() => revoke.mutate(token, { onSuccess: () => announce(`Token ${tokenName(token)} is revoked`) })}
                      />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Panel>
          <MoreRows
            shown={tokens.length}
            total={counted(list.data.pages.at(-1)?.total ?? tokens.length, 'token')}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        </>
      )}
    </section>
  );
}
