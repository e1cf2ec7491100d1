import { Button, Group, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { environmentsQuery } from '../api/environments';
import { projectsPath, projectsQuery } from '../api/projects';
import { meQuery } from '../api/session';
import type { NewProjectSource } from '../app/search';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { FilterField } from '../ui/FilterField';
import { Icon } from '../ui/Icon';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { contains } from '../ui/text';
import { CreateProjectDialog } from './CreateProjectDialog';
import { platformNames } from './platforms';
import { ProjectTable } from './ProjectTable';

const route = getRouteApi('/signedIn/projects');

export function ProjectsPage() {
  const { q, new: source } = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(projectsQuery);
  const environments = useQuery(environmentsQuery());
  const mayCreate = useSuspenseQuery(meQuery).data.permissions.includes('projects.create');
  const open = (next: NewProjectSource | undefined) => void navigate({ search: (old) => ({ ...old, new: next }), replace: true });
  const createButton = mayCreate && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => open('blank')}>
      Create project
    </Button>
  );

  return (
    <Stack gap="lg">
      <PageHeader
        title="Projects"
        description="A project contains the transformations of one git repository."
        actions={<CopyAsCurl path={projectsPath} command="millrace projects" />}
      />
      <Group justify="space-between">
        <FilterField
          label="Filter projects"
          value={q}
          onChange={(value) => void navigate({ search: (old) => ({ ...old, q: value }), replace: true })}
        />
        {createButton}
      </Group>
      <QueryView query={projects}>
        {(all) => {
          const shown = all.filter(({ name, description, platformKind }) => contains(q, name, description, platformNames[platformKind]));
          if (all.length === 0) return <NoProjects onOpen={mayCreate ? open : undefined} />;
          if (shown.length === 0) return <NoMatch />;
          return <ProjectTable projects={shown} environments={environments.data} />;
        }}
      </QueryView>
      {mayCreate && <CreateProjectDialog source={source} onSource={open} onClose={() => open(undefined)} />}
    </Stack>
  );
}

// NoProjects offers the ways to a first project; a user who may not create one asks for it.
function NoProjects({ onOpen }: { onOpen?: (source: NewProjectSource) => void }) {
  return (
    <Panel>
      <EmptyState
        icon="projects"
        title="No projects yet"
        action={
          onOpen && (
            <Group gap="sm" justify="center">
              <Button variant="default" leftSection={<Icon name="branch" size={16} />} onClick={() => onOpen('git')}>
                Import from git
              </Button>
              <Button variant="default" leftSection={<Icon name="deploy" size={16} />} onClick={() => onOpen('upload')}>
                Upload a folder
              </Button>
            </Group>
          )
        }
      >
        A project contains the transformations of one git repository.{' '}
        {onOpen ? 'Create one, then add an environment to deploy it to.' : 'Ask an administrator of the organization to create one or to give you a role in one.'}
      </EmptyState>
    </Panel>
  );
}

function NoMatch() {
  return (
    <Panel>
      <EmptyState icon="search" title="No project matches">
        Change or clear the filter.
      </EmptyState>
    </Panel>
  );
}
