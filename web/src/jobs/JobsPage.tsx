import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { overviewsQuery } from '../api/overviews';
import { projectsQuery } from '../api/projects';
import { schedulesQuery } from '../api/schedules';
import { may } from '../environments/permissions';
import { NewScheduleButton } from '../schedules/NewScheduleButton';
import { ScheduleTable } from '../schedules/ScheduleTable';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { counted } from '../ui/text';
import classes from './Jobs.module.css';

// JobsPage leads to the jobs of each project and shows the schedules of all.
export function JobsPage() {
  const schedules = useQuery(schedulesQuery);
  const overviews = useQuery(overviewsQuery()).data ?? [];
  const first = overviews.find((overview) => may(overview, 'environment.run'));
  return (
    <Stack gap="lg">
      <PageHeader
        title="Jobs"
        description="What runs together, and when it runs by itself."
        actions={<CopyAsCurl path="/api/v1/schedules" command="millrace schedules" />}
      />
      <Projects />
      <section aria-labelledby="schedules-title">
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h4" id="schedules-title">
            Schedules
          </Title>
          {first && <NewScheduleButton overview={first} />}
        </Group>
        <QueryView query={schedules}>{(all) => <ScheduleTable schedules={all} />}</QueryView>
      </section>
    </Stack>
  );
}

function Projects() {
  const projects = useQuery(projectsQuery);
  return (
    <section aria-labelledby="projects-title">
      <Title order={2} size="h4" id="projects-title" mb="sm">
        Jobs by project
      </Title>
      <QueryView query={projects}>
        {(all) => (
          <Panel>
            {all.length === 0 ? (
              <EmptyState icon="projects" title="No projects yet">
                Jobs belong to a project.
              </EmptyState>
            ) : (
              <ul className={`${classes.entries} ${classes.card}`}>
                {all.map(({ id, name, workspaces = [] }) => (
                  <li key={id} className={classes.entry}>
                    <Anchor size="sm" fw={600} renderRoot={(props) => <Link {...props} to="/projects/$projectID/jobs" params={{ projectID: id }} />}>
                      {name}
                    </Anchor>
                    <Text size="xs" c="dimmed">
                      {counted(workspaces.length, 'workspace')}
                    </Text>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        )}
      </QueryView>
    </section>
  );
}
