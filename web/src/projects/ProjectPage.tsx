import { Anchor, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { environmentsPath } from '../api/environments';
import { projectQuery } from '../api/projects';
import type { Project } from '../api/types';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { PageHeader } from '../ui/PageHeader';
import { PageSkeleton } from '../ui/PageSkeleton';
import { QueryView } from '../ui/QueryView';
import { DeleteProjectDialog } from './DeleteProjectDialog';
import { useMayInProject } from './permissions';
import { platformNames } from './platforms';
import { ProjectTabs } from './ProjectTabs';

const route = getRouteApi('/signedIn/projects/$projectID');

// ProjectPage shows the header and the tabs of a project.
export function ProjectPage() {
  const { projectID } = route.useParams();
  const project = useQuery(projectQuery(projectID));
  return (
    <Stack gap="lg">
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/projects" />}>
        ← All projects
      </Anchor>
      <QueryView query={project} skeleton={<PageSkeleton />}>
        {(loaded) => (
          <>
            <ProjectHeader project={loaded} />
            <ProjectTabs projectID={projectID} />
            <Outlet />
          </>
        )}
      </QueryView>
    </Stack>
  );
}

function ProjectHeader({ project }: { project: Project }) {
  const [isDeleting, setDeleting] = useState(false);
  const mayDelete = useMayInProject(project.id)('project.delete');
  return (
    <>
      <PageHeader
        title={project.name}
        description={[platformNames[project.platformKind], project.description].filter(Boolean).join(' · ')}
        actions={
          <>
            {mayDelete && (
              <Button variant="subtle" color="red" size="xs" onClick={() => setDeleting(true)}>
                Delete project
              </Button>
            )}
            <CopyAsCurl path={environmentsPath(project.id)} command={`millrace environments list --project ${project.id}`} />
          </>
        }
      />
      <DeleteProjectDialog opened={isDeleting} project={project} onClose={() => setDeleting(false)} />
    </>
  );
}
