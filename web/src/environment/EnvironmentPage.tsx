import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { environmentQuery } from '../api/environments';
import { type EnvironmentOverview, overviewQuery } from '../api/overviews';
import { projectQuery } from '../api/projects';
import type { Environment } from '../api/types';
import type { EnvironmentTab } from '../app/environmentSearch';
import { isMoving } from '../environments/moving';
import { useLive } from '../environments/useLive';
import { PageSkeleton } from '../ui/PageSkeleton';
import { ProblemAlert } from '../ui/ProblemAlert';
import { AccessTab } from './AccessTab';
import { ConnectionTab } from './ConnectionTab';
import { EnvironmentHeader } from './EnvironmentHeader';
import { EnvironmentTabs } from './EnvironmentTabs';
import { HistoryTab } from './HistoryTab';
import { MappingsTab } from './MappingsTab';
import { NodesTab } from './NodesTab';
import { OverviewTab } from './OverviewTab';
import { ParametersTab } from './ParametersTab';
import { SchedulesTab } from './SchedulesTab';

const route = getRouteApi('/signedIn/projects/$projectID/environments/$environmentID');

export interface EnvironmentTabProps {
  environment: Environment;
  overview: EnvironmentOverview;
}

// EnvironmentPage shows everything about one environment. Each tab has its own address.
export function EnvironmentPage() {
  const { projectID, environmentID } = route.useParams();
  const { tab = 'overview' } = route.useSearch();
  const environment = useQuery(environmentQuery(environmentID));
  const project = useQuery(projectQuery(projectID)).data;
  const overview = useLive(overviewQuery(environmentID), (data) => data !== null && isMoving(data));
  const error = environment.error ?? overview.error;
  return (
    <Stack gap="lg">
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/projects/$projectID/deploy" params={{ projectID }} />}>
        ← {project ? `Deploy of ${project.name}` : 'Deploy'}
      </Anchor>
      {error && <ProblemAlert error={error} onRetry={() => void Promise.all([environment.refetch(), overview.refetch()])} />}
      {environment.data && overview.data ? (
        <>
          <EnvironmentHeader environment={environment.data} overview={overview.data} />
          <EnvironmentTabs current={tab} overview={overview.data} />
          <Tab tab={tab} environment={environment.data} overview={overview.data} />
        </>
      ) : (
        !error && <PageSkeleton />
      )}
    </Stack>
  );
}

function Tab({ tab, ...props }: EnvironmentTabProps & { tab: EnvironmentTab }) {
  switch (tab) {
    case 'overview':
      return <OverviewTab {...props} />;
    case 'nodes':
      return <NodesTab {...props} />;
    case 'history':
      return <HistoryTab {...props} />;
    case 'schedules':
      return <SchedulesTab {...props} />;
    case 'parameters':
      return <ParametersTab key={JSON.stringify(props.environment.runTimeParameters)} {...props} />;
    case 'mappings':
      return <MappingsTab key={JSON.stringify(props.environment.currentMappings)} {...props} />;
    case 'connection':
      return <ConnectionTab {...props} />;
    case 'access':
      return <AccessTab {...props} />;
  }
}
