import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { projectsQuery } from '../api/projects';
import { sampleRunQuery } from '../api/sampleRun';
import { meQuery } from '../api/session';
import type { Project, RunInfo } from '../api/types';
import { formatDuration, spanDuration, useClock } from '../runs/duration';
import { PageSkeleton } from '../ui/PageSkeleton';
import { QueryView } from '../ui/QueryView';
import { personName } from '../ui/text';
import { OwnProject } from './OwnProject';
import { setWelcomeSeen } from './progress';
import { findSample } from './sample';
import { SampleRun } from './SampleRun';
import { ScriptCard } from './ScriptCard';
import { Tasks } from './Tasks';
import classes from './Welcome.module.css';

// WelcomePage is the first page of an administrator: the sample and its run, three things to try, and the way to a
// project of one's own.
export function WelcomePage() {
  const me = useSuspenseQuery(meQuery).data;
  const projects = useQuery(projectsQuery);
  useDocumentTitle('Welcome · Millrace');
  useEffect(() => setWelcomeSeen(me.user.id), [me.user.id]);
  return (
    <QueryView query={projects} skeleton={<PageSkeleton />}>
      {(all) => {
        const sample = findSample(all);
        return sample ? <WithSample sample={sample} /> : <WithoutSample />;
      }}
    </QueryView>
  );
}

function WithSample({ sample }: { sample: Project }) {
  const runs = useQuery(sampleRunQuery(sample.id));
  const run = runs.data?.data[0];
  return (
    <Stack gap="lg">
      <Greeting news={run && <News run={run} />}>
        A small shop: three files, from raw rows to revenue by month, tested on the way. It is yours to break.
      </Greeting>
      <QueryView query={runs}>{() => <SampleRun sample={sample} run={run} />}</QueryView>
      <Tasks sample={sample} />
      <div className={classes.pair}>
        <ScriptCard runID={run?.id} />
        <OwnProject />
      </div>
    </Stack>
  );
}

function WithoutSample() {
  return (
    <Stack gap="lg">
      <Greeting>The sample project is not on this server, or you have no role in it.</Greeting>
      <div className={classes.pair}>
        <ScriptCard />
        <OwnProject />
      </div>
    </Stack>
  );
}

function Greeting({ news, children }: { news?: React.ReactNode; children: React.ReactNode }) {
  const { user } = useSuspenseQuery(meQuery).data;
  return (
    <div className={classes.greeting}>
      <div>
        <Title order={1} size="h2">
          Welcome, {user.firstName || personName(user)}. {news}
        </Title>
        <Text c="dimmed" mt={4}>
          {children}
        </Text>
      </div>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/projects" />}>
        Go to the projects
      </Anchor>
    </div>
  );
}

// News says in the title how the sample is.
function News({ run }: { run: RunInfo }) {
  const now = useClock(run.runStatus === 'running');
  if (run.runStatus === 'waitingToRun') return 'The sample waits to run.';
  if (run.runStatus === 'running') return 'The sample is running.';
  if (run.runStatus === 'failed') return 'The sample failed.';
  if (run.runStatus === 'canceled') return 'The run of the sample was canceled.';
  return `The sample ran in ${formatDuration(spanDuration({ start: run.runStartTime, end: run.runEndTime }, now) ?? 0)}.`;
}
