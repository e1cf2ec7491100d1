import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Token } from '../api/types';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import { useRows } from '../ui/useRows';
import { RevokeTokenDialog } from './RevokeTokenDialog';
import { tokenName } from './tokenName';

export function TokenTable({ tokens }: { tokens: Token[] }) {
  const [rows, more] = useRows(newestFirst(tokens));
  const [doomed, setDoomed] = useState<Token>();
  return (
    <>
      <Panel label="Your access tokens">
        <Table verticalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Token</Table.Th>
              <Table.Th>Created</Table.Th>
              <Table.Th>Last use</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => setDoomed(token)} />
            ))}
          </Table.Tbody>
        </Table>
        {more}
      </Panel>
      <RevokeTokenDialog token={doomed} onClose={() => setDoomed(undefined)} />
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Text size="sm" fw={600} c={token.name ? undefined : 'dimmed'}>
          {tokenName(token)}
        </Text>
      </Table.Th>
      <Table.Td>
        <code>{token.hint}</code>
      </Table.Td>
      <Table.Td>
        <RelativeTime at={token.createdAt} />
      </Table.Td>
      <Table.Td>
        {token.lastUsedAt ? (
          <RelativeTime at={token.lastUsedAt} />
        ) : (
          <Text size="sm" c="dimmed">
            never
          </Text>
        )}
      </Table.Td>
      <Table.Td align="right">
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={`Revoke token ${tokenName(token)} ${token.hint}`}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function newestFirst(tokens: Token[]): Token[] {
  return tokens.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}
