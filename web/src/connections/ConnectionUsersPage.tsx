import { Anchor, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { connectionsPath, connectionsQuery } from '../api/connections';
import { type ConnectionUser, connectionUsersQuery } from '../api/connectionUsers';
import { AdministratorsOnly } from '../shell/AdministratorsOnly';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { MoreRows } from '../ui/MoreRows';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { TableSkeleton } from '../ui/TableSkeleton';
import { counted, personName } from '../ui/text';

const route = getRouteApi('/signedIn/admin/connections/$connectionID/users');

// ConnectionUsersPage shows who may use a connection, and which role allows it.
export function ConnectionUsersPage() {
  const { connectionID } = route.useParams();
  const connections = useQuery(connectionsQuery);
  const name = connections.data?.find(({ id }) => id === connectionID)?.name ?? 'connection';
  return (
    <Stack gap="lg">
      <PageHeader
        title={`Users of ${name}`}
        description={
          <>
            Who may run SQL on this connection, and the role that allows it. Change roles on the page{' '}
            <Anchor component={Link} to="/admin/roles" underline="always">
              Roles
            </Anchor>
            , and the projects that may use it on the page{' '}
            <Anchor component={Link} to="/admin/connections" underline="always">
              Connections
            </Anchor>
            .
          </>
        }
        actions={<CopyAsCurl path={`${connectionsPath}/${connectionID}/users`} command={`millrace connections users ${connectionID}`} />}
      />
      <AdministratorsOnly>
        <Users connectionID={connectionID} />
      </AdministratorsOnly>
    </Stack>
  );
}

const accessTexts: Record<ConnectionUser['access'], string> = {
  manage: 'Change the connection',
  choose: 'Choose it for environments and workspaces',
  edit: 'Run nodes of workspaces that use it',
  run: 'Run and deploy the environment',
};

// roleText returns projectArchitect as "Architect".
const roleText = (role: string) => role.replace(/^(organization|project|environment)/, '');

function Users({ connectionID }: { connectionID: string }) {
  const list = useInfiniteQuery(connectionUsersQuery(connectionID));
  if (list.isPending) return <TableSkeleton />;
  if (!list.data) return <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />;
  const users = list.data.pages.flatMap(({ data }) => data);
  return (
    <>
      {list.isError && <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />}
      <Panel label="Users">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>User</Table.Th>
              <Table.Th>May</Table.Th>
              <Table.Th>Role</Table.Th>
              <Table.Th>In</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Th scope="row">
                  {personName(one.user)}
                  <Text size="xs" c="dimmed" fw={400}>
                    {one.user.email}
                  </Text>
                </Table.Th>
                <Table.Td>{accessTexts[one.access]}</Table.Td>
                <Table.Td>{roleText(one.role)}</Table.Td>
                <Table.Td>{one.environmentID ? `environment ${one.place}` : one.projectID ? `project ${one.place}` : 'the organization'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Panel>
      <MoreRows
        shown={users.length}
        total={counted(list.data.pages.at(-1)?.total ?? users.length, 'role')}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  );
}
