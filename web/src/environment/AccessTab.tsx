import { NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type EnvironmentRole, type UserRoles, environmentRolesQuery, useSetEnvironmentRole } from '../api/environmentRoles';
import { usersQuery } from '../api/users';
import type { User } from '../api/types';
import { may } from '../environments/permissions';
import { roleNames } from '../users/roles';
import { announce } from '../ui/announce';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { personName } from '../ui/text';
import { useRows } from '../ui/useRows';
import type { EnvironmentTabProps } from './EnvironmentPage';

const environmentRoles: Record<EnvironmentRole | '', string> = {
  '': 'none',
  environmentReader: 'Reader',
  environmentAdministrator: 'Administrator',
};

// AccessTab shows who may do what in this environment: by a role in the organization, in the project or here.
export function AccessTab({ environment, overview }: EnvironmentTabProps) {
  const mayRead = may(overview, 'project.roles.read');
  const roles = useQuery({ ...environmentRolesQuery(environment.project, environment.id), enabled: mayRead });
  const users = useQuery({ ...usersQuery, enabled: mayRead });
  if (!mayRead) {
    return (
      <Panel>
        <EmptyState icon="key" title="You cannot see who has access">
          Your roles do not include it. Ask an administrator of the project.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw={720}>
        Administrators of the organization may do everything. Roles in the project hold for all of its environments; roles here only for
        this one.
      </Text>
      <QueryView query={roles}>
        {(all) => <AccessTable roles={all} users={users.data ?? []} environmentID={environment.id} mayChange={may(overview, 'environment.roles.set')} />}
      </QueryView>
    </Stack>
  );
}

interface AccessTableProps {
  roles: UserRoles[];
  users: User[];
  environmentID: string;
  mayChange: boolean;
}

function AccessTable({ roles, users, environmentID, mayChange }: AccessTableProps) {
  const set = useSetEnvironmentRole(environmentID);
  const [rows, more] = useRows(roles);
  const nameOf = (id: string) => {
    const user = users.find((candidate) => candidate.id === id);
    return user ? personName(user) : id;
  };

  function change(userID: string, role: string) {
    set.mutate({ userID, role: role as EnvironmentRole | '' }, { onSuccess: () => announce(`The role of ${nameOf(userID)} is changed`) });
  }

  return (
    <>
      {set.error && <ProblemAlert error={set.error} />}
      <Panel label="Access">
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>User</Table.Th>
              <Table.Th>Organization</Table.Th>
              <Table.Th>Project</Table.Th>
              <Table.Th>This environment</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ userID, organizationRole, projectRole, environmentRole }) => (
              <Table.Tr key={userID}>
                <Table.Th scope="row">
                  <Text size="sm" fw={600}>
                    {nameOf(userID)}
                  </Text>
                </Table.Th>
                <Table.Td>{roleNames[organizationRole]}</Table.Td>
                <Table.Td>{projectRole ? projectRole.replace('project', '') : 'none'}</Table.Td>
                <Table.Td>
                  {mayChange ? (
                    <NativeSelect
                      size="xs"
                      maw={180}
                      aria-label={`Role of ${nameOf(userID)} in this environment`}
                      value={environmentRole ?? ''}
                      disabled={set.isPending}
                      onChange={(event) => change(userID, event.currentTarget.value)}
                      data={Object.entries(environmentRoles).map(([value, label]) => ({ value, label }))}
                    />
                  ) : (
                    environmentRoles[(environmentRole ?? '') as EnvironmentRole | '']
                  )}
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
