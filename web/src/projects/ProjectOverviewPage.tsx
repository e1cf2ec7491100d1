import { Anchor, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { overviewsQuery } from '../api/overviews';
import { projectQuery } from '../api/projects';
import { recentRunsOfProjectQuery } from '../api/projectRuns';
import { isMoving } from '../environments/moving';
import { useLive } from '../environments/useLive';
import { Section } from '../environment/Section';
import { QueryView } from '../ui/QueryView';
import { WorkspaceSection } from '../workspaces/WorkspaceSection';
import { EnvironmentHealthList } from './EnvironmentHealthList';
import { ProjectFacts } from './ProjectFacts';
import classes from './ProjectOverview.module.css';
import { RecentRuns } from './RecentRuns';

const route = getRouteApi('/signedIn/projects/$projectID/');

// ProjectOverviewPage shows the workspaces of a project, how its environments are, and what ran last.
export function ProjectOverviewPage() {
  const { projectID } = route.useParams();
  const project = useSuspenseQuery(projectQuery(projectID)).data;
  const environments = useLive(overviewsQuery(projectID), (all) => all.some(isMoving));
  const runs = useQuery(recentRunsOfProjectQuery(projectID));
  return (
    <Stack gap="xl">
      <ProjectFacts project={project} />
      <WorkspaceSection project={project} />
      <div className={classes.columns}>
        <Section
          title="Environments"
          action={
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/projects/$projectID/deploy" params={{ projectID }} />}>
              Deploy
            </Anchor>
          }
        >
          <QueryView query={environments}>{(all) => <EnvironmentHealthList environments={all} />}</QueryView>
        </Section>
        <Section
          title="Last runs"
          action={
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/runs" search={{ project: projectID }} />}>
              All runs
            </Anchor>
          }
        >
          <QueryView query={runs}>{({ data }) => <RecentRuns runs={data} />}</QueryView>
        </Section>
      </div>
    </Stack>
  );
}
