import { Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { GitAccount } from '../api/gitAccounts';
import { Panel } from '../ui/Panel';

interface GitAccountTableProps {
  accounts: GitAccount[];
  onEdit: (account: GitAccount) => void;
  onDelete: (account: GitAccount) => void;
}

export function GitAccountTable({ accounts, onEdit, onDelete }: GitAccountTableProps) {
  return (
    <Panel label="Git accounts">
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>User name</Table.Th>
            <Table.Th>Author of commits</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map((account) => (
            <Table.Tr key={account.id}>
              <Table.Th scope="row">
                <Text size="sm" fw={600}>
                  {account.gitAccountName}
                </Text>
                {account.provider && (
                  <Text size="xs" c="dimmed" fw={400}>
                    {account.provider}
                  </Text>
                )}
              </Table.Th>
              <Table.Td>{account.gitUsername}</Table.Td>
              <Table.Td>
                {account.gitAuthorName} &lt;{account.gitAuthorEmail}&gt;
              </Table.Td>
              <Table.Td>
                <Group gap={4} justify="flex-end" wrap="nowrap">
                  <Button variant="subtle" size="compact-sm" aria-label={`Edit ${account.gitAccountName}`} onClick={() => onEdit(account)}>
                    Edit
                  </Button>
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    aria-label={`Delete ${account.gitAccountName}`}
                    onClick={() => onDelete(account)}
                  >
                    Delete
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
