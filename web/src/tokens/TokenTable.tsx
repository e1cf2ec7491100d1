import { Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Token } from '../api/types';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import { useRows } from '../ui/useRows';
import { RevokeTokenDialog } from './RevokeTokenDialog';
import { RevokeUnusedDialog } from './RevokeUnusedDialog';
import classes from './TokenTable.module.css';
import { limitsText } from './limits';
import { byLastUse, isUnusedLogin, tokenName } from './tokenName';

// TokenTable shows the tokens that the user generated, the last used one first. The tokens of logins are folded, because
// there may be many and nobody chose them.
export function TokenTable({ tokens }: { tokens: Token[] }) {
  const sorted = tokens.toSorted(byLastUse);
  const logins = sorted.filter((token) => token.isLogin);
  const unused = logins.filter((token) => isUnusedLogin(token)).length;
  const [rows, more] = useRows(sorted.filter((token) => !token.isLogin));
  const [showsLogins, setShowsLogins] = useState(false);
  const [doomed, setDoomed] = useState<Token>();
  const [revokesUnused, setRevokesUnused] = useState(false);
  const row = (token: Token) => <TokenRow key={token.id} token={token} onRevoke={() => setDoomed(token)} />;
  return (
    <>
      <Panel label="Your access tokens">
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
            {rows.map(row)}
            {logins.length > 0 && (
              <Table.Tr className={classes.fold}>
                <Table.Td colSpan={5}>
                  <Group gap="md">
                    <button
                      type="button"
                      className={classes.toggle}
                      aria-expanded={showsLogins}
                      onClick={() => setShowsLogins(!showsLogins)}
                    >
                      {counted(logins.length, 'token')} of logins
                      {logins[0]?.lastUsedAt && (
                        <>
                          , last used <RelativeTime at={logins[0].lastUsedAt} />
                        </>
                      )}
                    </button>
                    {unused > 0 && (
                      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setRevokesUnused(true)}>
                        Revoke {unused} unused
                      </Button>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            )}
            {showsLogins && logins.map(row)}
          </Table.Tbody>
        </Table>
        {more}
      </Panel>
      <RevokeTokenDialog token={doomed} onClose={() => setDoomed(undefined)} />
      <RevokeUnusedDialog opened={revokesUnused} count={unused} onClose={() => setRevokesUnused(false)} />
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
        {limitsText(token) && (
          <Text size="xs" c="dimmed" fw={400} data-limits>
            {limitsText(token)}
          </Text>
        )}
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
