import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Token } from '../api/types';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import { useRows } from '../ui/useRows';
import { RevokeTokenDialog } from './RevokeTokenDialog';
import classes from './TokenTable.module.css';
import { byLastUse, isSignInToken, tokenName } from './tokenName';

// TokenTable shows the tokens that the user generated, the last used one first. The tokens of sign-ins are folded,
// because there may be many and nobody chose them.
export function TokenTable({ tokens }: { tokens: Token[] }) {
  const sorted = tokens.toSorted(byLastUse);
  const signIns = sorted.filter(isSignInToken);
  const [rows, more] = useRows(sorted.filter((token) => !isSignInToken(token)));
  const [showsSignIns, setShowsSignIns] = useState(false);
  const [doomed, setDoomed] = useState<Token>();
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
            {signIns.length > 0 && (
              <Table.Tr className={classes.fold}>
                <Table.Td colSpan={5}>
                  <button
                    type="button"
                    className={classes.toggle}
                    aria-expanded={showsSignIns}
                    onClick={() => setShowsSignIns(!showsSignIns)}
                  >
                    {counted(signIns.length, 'sign-in')} in browsers and terminals
                    {signIns[0]?.lastUsedAt && (
                      <>
                        , the newest used <RelativeTime at={signIns[0].lastUsedAt} />
                      </>
                    )}
                  </button>
                </Table.Td>
              </Table.Tr>
            )}
            {showsSignIns && signIns.map(row)}
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
