import { Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Token, User } from '../api/types';
import { useCreateUserToken, useRevokeUserToken, userTokensQuery } from '../api/userTokens';
import { GenerateTokenDialog } from '../tokens/GenerateTokenDialog';
import { limitsText } from '../tokens/limits';
import { byLastUse, tokenName } from '../tokens/tokenName';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { RelativeTime } from '../ui/RelativeTime';
import { personName } from '../ui/text';
import { useLast } from '../ui/useLast';
import { useRows } from '../ui/useRows';

interface UserTokensDialogProps {
  user: User | undefined;
  onClose: () => void;
}

// UserTokensDialog lists the tokens of a user, for an administrator who has to revoke one.
export function UserTokensDialog({ user, onClose }: UserTokensDialogProps) {
  const shown = useLast(user);
  if (!shown) return null;
  return (
    <Dialog opened={user !== undefined} onClose={onClose} title={`Access tokens of ${personName(shown)}`} size="xl">
      <Tokens key={shown.id} user={shown} />
    </Dialog>
  );
}

function Tokens({ user }: { user: User }) {
  const tokens = useQuery(userTokensQuery(user.id));
  return (
    <QueryView query={tokens}>
      {(all) => (
        <Stack>
          {user.isServiceAccount && <Generate user={user} />}
          {all.length === 0 ? <Text size="sm">{personName(user)} has no access tokens.</Text> : <TokenRows user={user} tokens={all} />}
        </Stack>
      )}
    </QueryView>
  );
}

// Generate opens a dialog over this one: administrators generate the tokens of service accounts.
function Generate({ user }: { user: User }) {
  const create = useCreateUserToken(user.id);
  const [isOpen, setOpen] = useState(false);
  return (
    <Group justify="flex-end">
      <Button leftSection={<Icon name="key" size={16} />} onClick={() => setOpen(true)}>
        Generate token
      </Button>
      <GenerateTokenDialog opened={isOpen} create={create} owner={personName(user)} onClose={() => setOpen(false)} />
    </Group>
  );
}

function TokenRows({ user, tokens }: { user: User; tokens: Token[] }) {
  const revoke = useRevokeUserToken(user.id);
  const [rows, more] = useRows(tokens.toSorted(byLastUse));
  // The token whose button was clicked once: the second click revokes it.
  const [asked, setAsked] = useState<string>();

  function click(token: Token) {
    if (asked !== token.id) {
      setAsked(token.id);
      return;
    }
    revoke.mutate(token.id, { onSuccess: () => announce(`Token ${tokenName(token)} is revoked`) });
  }

  return (
    <>
      {revoke.error && <ProblemAlert error={revoke.error} />}
      <Panel label="Access tokens">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Token</Table.Th>
              <Table.Th>Last use</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((token) => (
              <Table.Tr key={token.id}>
                <Table.Th scope="row">
                  {tokenName(token)}
                  {limitsText(token) && (
                    <Text size="xs" c="dimmed" fw={400}>
                      {limitsText(token)}
                    </Text>
                  )}
                </Table.Th>
                <Table.Td>
                  <code>{token.hint}</code>
                </Table.Td>
                <Table.Td>{token.lastUsedAt ? <RelativeTime at={token.lastUsedAt} /> : 'never'}</Table.Td>
                <Table.Td align="right">
                  <Button
                    size="compact-sm"
                    variant={asked === token.id ? 'filled' : 'subtle'}
                    color={asked === token.id ? 'red.9' : 'red'}
                    loading={revoke.isPending && asked === token.id}
                    aria-label={`${asked === token.id ? 'Confirm: revoke' : 'Revoke'} token ${tokenName(token)} ${token.hint}`}
                    onClick={() => click(token)}
                  >
                    {asked === token.id ? 'Revoke for good' : 'Revoke'}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {more}
      </Panel>
    </>
  );
}
