import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { environmentsQuery } from '../api/environments';
import { projectsPath, projectsQuery } from '../api/projects';
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
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(projectsQuery);
  const environments = useQuery(environmentsQuery());
  const [isCreating, setCreating] = useState(false);
  const createButton = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      Create project
    </Button>
  );

  return (
    <Stack gap="lg">
      <PageHeader
        title="Projects"
        description="A project contains the transformations of one git repository."
        actions={<CopyAsCurl path={projectsPath} />}
      />
      <Group justify="space-between">
        <FilterField
          label="Filter projects"
          value={q}
          onChange={(value) => void navigate({ search: { q: value }, replace: true })}
        />
        {createButton}
      </Group>
      <QueryView query={projects}>
        {(all) => {
          const shown = all.filter(({ name, description, platformKind }) => contains(q, name, description, platformNames[platformKind]));
          if (all.length === 0) return <NoProjects />;
          if (shown.length === 0) return <NoMatch />;
          return <ProjectTable projects={shown} environments={environments.data} />;
        }}
      </QueryView>
      <CreateProjectDialog opened={isCreating} onClose={() => setCreating(false)} />
    </Stack>
  );
}

function NoProjects() {
  return (
    <Panel>
      <EmptyState icon="projects" title="No projects yet">
        A project contains the transformations of one git repository. Create one, then add an environment to deploy it to.
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
