import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { overviewsPath } from '../api/overviews';
import { projectsQuery } from '../api/projects';
import { TokenSection } from '../tokens/TokenSection';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { PageHeader } from '../ui/PageHeader';
import { QueryView } from '../ui/QueryView';
import { EnvironmentSection } from './EnvironmentSection';
import { filterChange } from './filterChange';

const route = getRouteApi('/signedIn/deploy');

// DeployPage shows the environments of every project that you can see.
export function DeployPage() {
  const { q, project, health } = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(projectsQuery);
  return (
    <Stack gap="xl">
      <PageHeader
        title="Deploy"
        description="The environments of every project that you can see, and your access tokens."
        actions={<CopyAsCurl path={overviewsPath(project)} command={`millrace environments overview${project ? ` --project ${project}` : ''}`} />}
      />
      <QueryView query={projects}>
        {(all) => (
          <EnvironmentSection
            project={project}
            projects={all}
            filter={{ query: q, health }}
            onFilter={(change) => void navigate({ search: (old) => ({ ...old, ...filterChange(change) }), replace: true })}
            onProject={(value) => void navigate({ search: (old) => ({ ...old, project: value }) })}
          />
        )}
      </QueryView>
      <TokenSection />
    </Stack>
  );
}
