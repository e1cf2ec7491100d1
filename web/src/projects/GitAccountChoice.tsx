import { Button, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { myGitAccountsQuery, useCreateGitAccount } from '../api/projectGitAccounts';
import { meQuery } from '../api/session';
import { ProblemAlert } from '../ui/ProblemAlert';
import { personName } from '../ui/text';

interface GitAccountChoiceProps {
  // The id of the account; empty for none.
  value: string;
  onChange: (gitAccountID: string) => void;
}

// GitAccountChoice lets users choose one of their git accounts, or add one.
export function GitAccountChoice({ value, onChange }: GitAccountChoiceProps) {
  const accounts = useQuery(myGitAccountsQuery).data ?? [];
  const [isAdding, setAdding] = useState(false);
  const data = [{ value: '', label: 'None: the repository is public' }, ...accounts.map(({ id, gitAccountName }) => ({ value: id, label: gitAccountName }))];
  return (
    <>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Git account"
          description="Signs in to the git host, and is the author of your commits."
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={data}
          flex={1}
        />
        {!isAdding && (
          <Button variant="default" onClick={() => setAdding(true)}>
            Add account
          </Button>
        )}
      </Group>
      {isAdding && (
        <NewGitAccount
          onAdded={(id) => {
            setAdding(false);
            onChange(id);
          }}
          onCancel={() => setAdding(false)}
        />
      )}
    </>
  );
}

// NewGitAccount is not a form of its own, because it stands inside of one.
function NewGitAccount({ onAdded, onCancel }: { onAdded: (id: string) => void; onCancel: () => void }) {
  const { user } = useSuspenseQuery(meQuery).data;
  const create = useCreateGitAccount();
  const [fields, setFields] = useState({ gitAccountName: '', gitUsername: '', gitAuthorName: personName(user), gitAuthorEmail: user.email, gitToken: '' });
  const bind = (field: keyof typeof fields) => ({
    value: fields[field],
    onChange: (event: { currentTarget: { value: string } }) => setFields({ ...fields, [field]: event.currentTarget.value }),
    maxLength: 10_000,
  });
  return (
    <Stack gap="sm" p="md" bd="1px solid var(--line)" bdrs="md">
      {create.error && <ProblemAlert error={create.error} />}
      <Group grow>
        <TextInput label="Account name" placeholder="work" {...bind('gitAccountName')} />
        <TextInput label="User at the git host" placeholder="ann" autoComplete="off" {...bind('gitUsername')} />
      </Group>
      <PasswordInput label="Token" description="For ssh: a password, or a private key in PEM. It is encrypted and never shown." autoComplete="off" {...bind('gitToken')} />
      <Group grow>
        <TextInput label="Author name" {...bind('gitAuthorName')} />
        <TextInput label="Author e-mail" type="email" {...bind('gitAuthorEmail')} />
      </Group>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          The token is sent only to the host of the repository.
        </Text>
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="xs" loading={create.isPending} onClick={() => create.mutate(fields, { onSuccess: ({ id }) => onAdded(id) })}>
            Add account
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
