import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { environmentsPath } from '../api/environments';
import { projectsQuery } from '../api/projects';
import { TokenSection } from '../tokens/TokenSection';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { PageHeader } from '../ui/PageHeader';
import { QueryView } from '../ui/QueryView';
import { EnvironmentSection } from './EnvironmentSection';

const route = getRouteApi('/signedIn/deploy');

// DeployPage shows the environments of every project that you can see.
export function DeployPage() {
  const { q, project } = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(projectsQuery);
  return (
    <Stack gap="xl">
      <PageHeader
        title="Deploy"
        description="The environments of every project that you can see, and your access tokens."
        actions={<CopyAsCurl path={environmentsPath(project)} />}
      />
      <QueryView query={projects}>
        {(all) => (
          <EnvironmentSection
            project={project}
            projects={all}
            query={q}
            onQuery={(value) => void navigate({ search: (old) => ({ ...old, q: value }), replace: true })}
            onProject={(value) => void navigate({ search: (old) => ({ ...old, project: value }) })}
          />
        )}
      </QueryView>
      <TokenSection />
    </Stack>
  );
}
