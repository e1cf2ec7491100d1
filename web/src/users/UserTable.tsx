import { Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/session';
import type { User } from '../api/types';
import { Panel } from '../ui/Panel';
import { personName } from '../ui/text';
import { useRows } from '../ui/useRows';
import { ChangeRoleDialog } from './ChangeRoleDialog';
import { DeleteUserDialog } from './DeleteUserDialog';
import { PasswordLinkDialog } from './PasswordLinkDialog';
import { RemoveFactorDialog } from './RemoveFactorDialog';
import { roleNames } from './roles';
import { UserStatusDialog } from './UserStatusDialog';
import { UserStatusMark } from './UserStatusMark';
import { UserTokensDialog } from './UserTokensDialog';

type Action = 'role' | 'link' | 'tokens' | 'factor' | 'status' | 'delete';

export function UserTable({ users }: { users: User[] }) {
  const [rows, more] = useRows(users);
  const [open, setOpen] = useState<{ action: Action; user: User }>();
  const me = useSuspenseQuery(meQuery).data.user.id;
  const close = () => setOpen(undefined);
  const chosen = (action: Action) => (open?.action === action ? open.user : undefined);
  return (
    <>
      <Panel label="Users">
        <Table verticalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>E-mail</Table.Th>
              <Table.Th>Role</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((user) => (
              <UserRow key={user.id} user={user} isMe={user.id === me} onAction={(action) => setOpen({ action, user })} />
            ))}
          </Table.Tbody>
        </Table>
        {more}
      </Panel>
      <ChangeRoleDialog user={chosen('role')} onClose={close} />
      <PasswordLinkDialog user={chosen('link')} onClose={close} />
      <UserTokensDialog user={chosen('tokens')} onClose={close} />
      <RemoveFactorDialog user={chosen('factor')} onClose={close} />
      <UserStatusDialog user={chosen('status')} onClose={close} />
      <DeleteUserDialog user={chosen('delete')} onClose={close} />
    </>
  );
}

interface UserRowProps {
  user: User;
  isMe: boolean;
  onAction: (action: Action) => void;
}

function UserRow({ user, isMe, onAction }: UserRowProps) {
  const name = personName(user);
  const change = user.status === 'active' ? 'Disable' : 'Enable';
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Text size="sm" fw={600}>
          {name}
          {isMe && (
            <Text span size="xs" c="dimmed" fw={400}>
              {' '}
              you
            </Text>
          )}
        </Text>
        {(user.isServiceAccount || user.hasSecondFactor) && (
          <Text size="xs" c="dimmed" fw={400}>
            {user.isServiceAccount ? 'Service account' : 'Second factor'}
          </Text>
        )}
      </Table.Th>
      <Table.Td>{user.isServiceAccount ? '' : user.email}</Table.Td>
      <Table.Td>{roleNames[user.organizationRole]}</Table.Td>
      <Table.Td>
        <UserStatusMark status={user.status} />
      </Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button variant="subtle" size="compact-sm" aria-label={`Change role of ${name}`} onClick={() => onAction('role')}>
            Change role
          </Button>
          {user.status === 'active' && (
            <Button variant="subtle" size="compact-sm" aria-label={`Password link for ${name}`} onClick={() => onAction('link')}>
              Password link
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" aria-label={`Access tokens of ${name}`} onClick={() => onAction('tokens')}>
            Tokens
          </Button>
          {user.hasSecondFactor && !isMe && (
            <Button variant="subtle" size="compact-sm" aria-label={`Remove the second factor of ${name}`} onClick={() => onAction('factor')}>
              Remove factor
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" aria-label={`${change} ${name}`} onClick={() => onAction('status')}>
            {change}
          </Button>
          <Button variant="subtle" color="red" size="compact-sm" aria-label={`Delete ${name}`} onClick={() => onAction('delete')}>
            Delete
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
