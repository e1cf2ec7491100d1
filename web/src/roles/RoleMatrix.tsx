import { NativeSelect, Table, Text } from '@mantine/core';
import type { User } from '../api/types';
import { type RoleScope, type UserRoles, useSetRole } from '../api/userRoles';
import { UserStatusMark } from '../users/UserStatusMark';
import { announce } from '../ui/announce';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { personName } from '../ui/text';
import { useRows } from '../ui/useRows';
import { roleOptions } from './roleOptions';
import classes from './Roles.module.css';

export interface RoleColumn {
  name: string;
  scope: RoleScope;
}

interface RoleMatrixProps {
  users: User[];
  roles: UserRoles[];
  columns: RoleColumn[];
}

const levels = { organization: '', project: 'project', environment: 'environment' };

// RoleMatrix has a row per user and a column per place. Each cell sets one role at once.
export function RoleMatrix({ users, roles, columns }: RoleMatrixProps) {
  const [rows, more] = useRows(users);
  const set = useSetRole();
  const byUser = new Map(roles.map((one) => [one.userID, one]));

  function change(user: User, column: RoleColumn, role: string) {
    set.mutate({ userID: user.id, scope: column.scope, role }, { onSuccess: () => announce(`The role of ${personName(user)} in ${column.name} is changed`) });
  }

  return (
    <>
      {set.error && <ProblemAlert error={set.error} />}
      <Panel label="Roles">
        <Table verticalSpacing="xs" className={classes.matrix}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes.user}>User</Table.Th>
              {columns.map(({ name, scope }) => (
                <Table.Th key={JSON.stringify(scope)}>
                  {name}
                  {levels[scope.level] && <small className={classes.level}>{levels[scope.level]}</small>}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((user) => (
              <Table.Tr key={user.id}>
                <Table.Th scope="row" className={classes.user}>
                  <Text size="sm" fw={600}>
                    {personName(user)}
                  </Text>
                  <Text size="xs" c="dimmed" fw={400}>
                    {user.email}
                  </Text>
                  {user.status === 'disabled' && <UserStatusMark status={user.status} />}
                </Table.Th>
                {columns.map((column) => {
                  const role = roleIn(byUser.get(user.id), column.scope);
                  return (
                    <Table.Td key={JSON.stringify(column.scope)}>
                      <NativeSelect
                        size="xs"
                        className={role ? classes.role : classes.noRole}
                        aria-label={`Role of ${personName(user)} in ${column.name}`}
                        data={roleOptions[column.scope.level]}
                        value={role}
                        disabled={set.isPending}
                        onChange={(event) => change(user, column, event.currentTarget.value)}
                      />
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {more}
      </Panel>
    </>
  );
}

function roleIn(roles: UserRoles | undefined, scope: RoleScope): string {
  switch (scope.level) {
    case 'organization':
      return roles?.organizationRole ?? '';
    case 'project':
      return roles?.projectRoles.find(({ projectID }) => projectID === scope.projectID)?.projectRole ?? '';
    case 'environment':
      return roles?.environmentRoles.find(({ environmentID }) => environmentID === scope.environmentID)?.environmentRole ?? '';
  }
}
