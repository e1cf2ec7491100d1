import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { projectQuery } from '../api/projects';
import { TokenSection } from '../tokens/TokenSection';
import { EnvironmentSection } from './EnvironmentSection';
import { filterChange } from './filterChange';

const route = getRouteApi('/signedIn/projects/$projectID/deploy');

// ProjectDeployPage is the Deploy tab of a project.
export function ProjectDeployPage() {
  const { projectID } = route.useParams();
  const { q, health } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useSuspenseQuery(projectQuery(projectID)).data;
  return (
    <Stack gap="xl">
      <EnvironmentSection
        project={projectID}
        projects={[project]}
        filter={{ query: q, health }}
        onFilter={(change) => void navigate({ search: (old) => ({ ...old, ...filterChange(change) }), replace: true })}
      />
      <TokenSection />
    </Stack>
  );
}
