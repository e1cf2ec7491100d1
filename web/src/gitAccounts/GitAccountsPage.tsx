import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type GitAccount, gitAccountsPath, gitAccountsQuery } from '../api/gitAccounts';
import { meQuery } from '../api/session';
import { usersQuery } from '../api/users';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { personName } from '../ui/text';
import { DeleteGitAccountDialog } from './DeleteGitAccountDialog';
import { GitAccountDialog } from './GitAccountDialog';
import { GitAccountTable } from './GitAccountTable';

const route = getRouteApi('/signedIn/admin/git-accounts');

// GitAccountsPage shows the git accounts of the user; an administrator also those of another user.
export function GitAccountsPage() {
  const { owner } = route.useSearch();
  const me = useSuspenseQuery(meQuery).data;
  const accountOwner = owner && owner !== me.user.id ? owner : undefined;
  const accounts = useQuery(gitAccountsQuery(accountOwner));
  const [edited, setEdited] = useState<GitAccount | 'new'>();
  const [doomed, setDoomed] = useState<GitAccount>();
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
      Create git account
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader
        title="Git accounts"
        description="How to sign in to git servers when a project is pulled and pushed. A token is sealed before it is stored, and never shown again."
        actions={<CopyAsCurl path={accountOwner ? `${gitAccountsPath}?accountOwner=${accountOwner}` : gitAccountsPath} command="millrace git-accounts" />}
      />
      <Group justify="space-between">
        {me.permissions.includes('users.manage') ? <OwnerChoice owner={owner ?? me.user.id} /> : <span />}
        {accounts.data && accounts.data.length > 0 && create}
      </Group>
      <QueryView query={accounts}>
        {(all) =>
          all.length > 0 ? (
            <GitAccountTable accounts={all} onEdit={setEdited} onDelete={setDoomed} />
          ) : (
            <Panel>
              <EmptyState icon="branch" title="No git accounts yet" action={create}>
                Projects with a repository on a git server need one, unless the repository is public.
              </EmptyState>
            </Panel>
          )
        }
      </QueryView>
      <GitAccountDialog account={edited} accountOwner={accountOwner} onClose={() => setEdited(undefined)} />
      <DeleteGitAccountDialog account={doomed} accountOwner={accountOwner} onClose={() => setDoomed(undefined)} />
    </Stack>
  );
}

function OwnerChoice({ owner }: { owner: string }) {
  const navigate = route.useNavigate();
  const me = useSuspenseQuery(meQuery).data.user.id;
  const users = useQuery(usersQuery).data ?? [];
  return (
    <NativeSelect
      aria-label="Owner"
      value={owner}
      onChange={({ currentTarget: { value } }) => void navigate({ search: { owner: value === me ? undefined : value } })}
      data={users.map((user) => ({ value: user.id, label: user.id === me ? `${personName(user)} (you)` : personName(user) }))}
    />
  );
}
