import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { usersPath, usersQuery } from '../api/users';
import { AdministratorsOnly } from '../shell/AdministratorsOnly';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { FilterField } from '../ui/FilterField';
import { Icon } from '../ui/Icon';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { contains, personName } from '../ui/text';
import { CreateServiceAccountDialog } from './CreateServiceAccountDialog';
import { CreateUserDialog } from './CreateUserDialog';
import { roleNames } from './roles';
import { UserTable } from './UserTable';

const route = getRouteApi('/signedIn/admin/users');

export function UsersPage() {
  return (
    <Stack gap="lg">
      <PageHeader
        title="Users"
        description="The users and service accounts of your organization and their roles."
        actions={<CopyAsCurl path={usersPath} command="millrace users" />}
      />
      <AdministratorsOnly>
        <Users />
      </AdministratorsOnly>
    </Stack>
  );
}

function Users() {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const users = useQuery(usersQuery);
  const [creates, setCreates] = useState<'user' | 'service'>();
  return (
    <>
      <Group justify="space-between">
        <FilterField
          label="Filter users"
          value={q}
          onChange={(value) => void navigate({ search: { q: value }, replace: true })}
        />
        <Group gap="sm">
          <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setCreates('service')}>
            Create service account
          </Button>
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreates('user')}>
            Create user
          </Button>
        </Group>
      </Group>
      <QueryView query={users}>
        {(all) => {
          const shown = all.filter((user) =>
            contains(q, personName(user), user.email, roleNames[user.organizationRole], user.status, user.isServiceAccount ? 'service account' : ''),
          );
          return shown.length > 0 ? <UserTable users={shown} /> : <NoMatch />;
        }}
      </QueryView>
      <CreateUserDialog opened={creates === 'user'} onClose={() => setCreates(undefined)} />
      <CreateServiceAccountDialog opened={creates === 'service'} onClose={() => setCreates(undefined)} />
    </>
  );
}

function NoMatch() {
  return (
    <Panel>
      <EmptyState icon="search" title="No user matches">
        Change or clear the filter.
      </EmptyState>
    </Panel>
  );
}
