import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { projectQuery } from '../api/projects';
import { meQuery } from '../api/session';
import { schedulesQuery } from '../api/schedules';
import type { Project } from '../api/types';
import { may } from '../environments/permissions';
import { mayEditWorkspaces } from '../runs/places';
import { NewScheduleButton } from '../schedules/NewScheduleButton';
import { ScheduleTable } from '../schedules/ScheduleTable';
import { EmptyState } from '../ui/EmptyState';
import { FilterField } from '../ui/FilterField';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { contains } from '../ui/text';
import { TableSkeleton } from '../ui/TableSkeleton';
import { CreateJobDialog } from './CreateJobDialog';
import { JobTable } from './JobTable';
import { useProjectJobs } from './projectJobs';

const route = getRouteApi('/signedIn/projects/$projectID/jobs');

// ProjectJobsPage shows the jobs of a project, where each is edited and deployed, and the schedules.
export function ProjectJobsPage() {
  const { projectID } = route.useParams();
  const project = useQuery(projectQuery(projectID));
  return <QueryView query={project}>{(loaded) => <Jobs project={loaded} />}</QueryView>;
}

function Jobs({ project }: { project: Project }) {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const { jobs, environments, isPending, error, refetch } = useProjectJobs(project);
  const [isCreating, setCreating] = useState(false);
  const me = useSuspenseQuery(meQuery).data;
  const workspaces = project.workspaces ?? [];
  const mayCreate = workspaces.length > 0 && mayEditWorkspaces(me, project.id);
  const shown = jobs.filter(({ name, id }) => contains(q, name, id));
  const create = mayCreate && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      Create job
    </Button>
  );
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <Group justify="space-between">
          <FilterField label="Filter jobs" value={q} onChange={(value) => void navigate({ search: { q: value }, replace: true })} />
          {jobs.length > 0 && create}
        </Group>
        <Text size="sm" c="dimmed" maw={720}>
          A job is a saved pair of selectors. It is edited in a workspace, and an environment runs it as it was deployed.
        </Text>
        {error && <ProblemAlert error={error} onRetry={refetch} />}
        {isPending ? (
          <TableSkeleton />
        ) : shown.length > 0 ? (
          <JobTable project={project} jobs={shown} />
        ) : (
          <Panel>
            <EmptyState icon="jobs" title={q ? 'No job matches' : 'No jobs yet'} action={!q && create}>
              {q ? 'Change or clear the filter.' : 'A job says which nodes run together, such as +{ location: MART }.'}
            </EmptyState>
          </Panel>
        )}
      </Stack>
      <Schedules environments={environments.map(({ id }) => id)} action={<NewSchedule environments={environments} />} />
      {mayCreate && <CreateJobDialog project={project} opened={isCreating} onClose={() => setCreating(false)} />}
    </Stack>
  );
}

function NewSchedule({ environments }: { environments: ReturnType<typeof useProjectJobs>['environments'] }) {
  const overview = environments.find((one) => may(one, 'environment.run'));
  return overview ? <NewScheduleButton overview={overview} /> : null;
}

function Schedules({ environments, action }: { environments: string[]; action: React.ReactNode }) {
  const schedules = useQuery(schedulesQuery);
  return (
    <section aria-labelledby="schedules-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="schedules-title">
          Schedules
        </Title>
        {action}
      </Group>
      <QueryView query={schedules}>
        {(all) => <ScheduleTable schedules={all.filter(({ environmentID }) => environments.includes(environmentID))} />}
      </QueryView>
    </section>
  );
}
