import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { environmentsQuery } from '../api/environments';
import { projectsQuery } from '../api/projects';
import { userRolesPath, userRolesQuery } from '../api/userRoles';
import { usersQuery } from '../api/users';
import { AdministratorsOnly } from '../shell/AdministratorsOnly';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { FilterField } from '../ui/FilterField';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { contains, personName } from '../ui/text';
import { type RoleColumn, RoleMatrix } from './RoleMatrix';

const route = getRouteApi('/signedIn/admin/roles');

export function RolesPage() {
  return (
    <Stack gap="lg">
      <PageHeader
        title="Roles"
        description="Who may do what: in the organization, in a project with all of its environments, or in one environment."
        actions={<CopyAsCurl path={userRolesPath} command="millrace users" />}
      />
      <AdministratorsOnly>
        <Roles />
      </AdministratorsOnly>
    </Stack>
  );
}

function Roles() {
  const { q, project } = route.useSearch();
  const navigate = route.useNavigate();
  const roles = useQuery(userRolesQuery);
  const users = useQuery(usersQuery);
  const { columns, projects } = useColumns(project);
  return (
    <>
      <Group justify="space-between">
        <FilterField
          label="Filter users"
          value={q}
          onChange={(value) => void navigate({ search: (old) => ({ ...old, q: value }), replace: true })}
        />
        <NativeSelect
          aria-label="Project"
          maw="20rem"
          value={project ?? ''}
          onChange={({ currentTarget: { value } }) => void navigate({ search: (old) => ({ ...old, project: value || undefined }) })}
          data={[{ value: '', label: 'All projects' }, ...projects.map(({ id, name }) => ({ value: id, label: `${name} and its environments` }))]}
        />
      </Group>
      <Text size="sm" c="dimmed" maw={720}>
        The permissions of a user are those of all of their roles together. An administrator of the organization may do everything.
      </Text>
      <QueryView query={users}>
        {(all) => {
          const shown = all.filter((user) => contains(q, personName(user), user.email));
          return (
            <QueryView query={roles}>
              {(loaded) =>
                shown.length > 0 ? (
                  <RoleMatrix users={shown} roles={loaded} columns={columns} />
                ) : (
                  <Panel>
                    <EmptyState icon="search" title="No user matches">
                      Change or clear the filter.
                    </EmptyState>
                  </Panel>
                )
              }
            </QueryView>
          );
        }}
      </QueryView>
    </>
  );
}

// useColumns returns a column per project or, for one project, the project and its environments.
function useColumns(project: string | undefined) {
  const projects = useQuery(projectsQuery).data ?? [];
  const environments = useQuery(environmentsQuery()).data ?? [];
  const shown = project ? projects.filter(({ id }) => id === project) : projects;
  const columns: RoleColumn[] = [
    { name: 'Organization', scope: { level: 'organization' } },
    ...shown.map(({ id, name }) => ({ name, scope: { level: 'project' as const, projectID: id } })),
    ...environments
      .filter((environment) => project && environment.project === project)
      .map(({ id, name }) => ({ name, scope: { level: 'environment' as const, environmentID: id } })),
  ];
  return { columns, projects };
}
