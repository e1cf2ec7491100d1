import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { SCIMToken } from '../api/scimTokens';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import { RevokeSCIMTokenDialog } from './RevokeSCIMTokenDialog';

// SCIMTokenTable lists the SCIM tokens of the organization, without their secret parts.
export function SCIMTokenTable({ tokens }: { tokens: SCIMToken[] }) {
  const [revoked, setRevoked] = useState<SCIMToken>();
  return (
    <>
      <Panel label="SCIM tokens">
        <Table verticalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Token</Table.Th>
              <Table.Th>Last use</Table.Th>
              <Table.Th>Created</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
            ))}
          </Table.Tbody>
        </Table>
      </Panel>
      <RevokeSCIMTokenDialog token={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: SCIMToken; onRevoke: () => void }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Text size="sm" fw={600}>
          {token.name}
        </Text>
      </Table.Th>
      <Table.Td>
        <code>{token.hint}</code>
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
      <Table.Td>
        <RelativeTime at={token.createdAt} />
      </Table.Td>
      <Table.Td align="right">
        <Button variant="subtle" color="red" size="compact-sm" aria-label={`Revoke SCIM token ${token.name} ${token.hint}`} onClick={onRevoke}>
          Revoke
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
