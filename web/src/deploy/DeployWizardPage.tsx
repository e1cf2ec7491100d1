import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { environmentQuery } from '../api/environments';
import { overviewQuery } from '../api/overviews';
import { projectQuery } from '../api/projects';
import { isMoving } from '../environments/moving';
import { may } from '../environments/permissions';
import { useLive } from '../environments/useLive';
import { EmptyState } from '../ui/EmptyState';
import { PageSkeleton } from '../ui/PageSkeleton';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { Wizard } from './Wizard';

const route = getRouteApi('/signedIn/projects/$projectID/environments/$environmentID/deploy');

// DeployWizardPage leads from a commit to a deployment. Each step has its own address.
export function DeployWizardPage() {
  const { projectID, environmentID } = route.useParams();
  const environment = useQuery(environmentQuery(environmentID));
  const project = useQuery(projectQuery(projectID));
  const overview = useLive(overviewQuery(environmentID), (data) => data !== null && isMoving(data));
  const error = environment.error ?? project.error ?? overview.error;
  const isLoaded = environment.data && project.data && overview.data;
  return (
    <Stack gap="lg">
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/projects/$projectID/deploy" params={{ projectID }} />}>
        ← {project.data ? `Deploy of ${project.data.name}` : 'Deploy'}
      </Anchor>
      {error && <ProblemAlert error={error} onRetry={() => void Promise.all([environment.refetch(), project.refetch(), overview.refetch()])} />}
      {!isLoaded && !error && <PageSkeleton />}
      {isLoaded &&
        (may(overview.data!, 'environment.run') ? (
          <Wizard environment={environment.data} overview={overview.data!} project={project.data} />
        ) : (
          <NotAllowed name={environment.data.name} />
        ))}
    </Stack>
  );
}

function NotAllowed({ name }: { name: string }) {
  return (
    <Panel>
      <EmptyState icon="key" title={`You cannot deploy to ${name}`}>
        Your roles let you read this environment. Ask an administrator of the environment or the project to deploy.
      </EmptyState>
    </Panel>
  );
}
