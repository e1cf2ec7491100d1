import { Button, Text, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { commitsQuery } from '../api/commits';
import { nodeListQuery } from '../api/nodes';
import { overviewsQuery } from '../api/overviews';
import { meQuery } from '../api/session';
import type { Project, Workspace } from '../api/types';
import { workspaceDiffQuery } from '../api/workspaceGit';
import { useMayInProject } from '../projects/permissions';
import { Icon, type IconName } from '../ui/Icon';
import { BreakTask } from './BreakTask';
import { type Task, doneTasks, setTaskDone } from './progress';
import classes from './Welcome.module.css';

// A mart with few columns, at the end of the graph: a change of it breaks no other node.
const firstNode = 'REVENUE_BY_MONTH';

// Tasks are three things to try. A task is done when the server shows it; the browser remembers that for the user.
export function Tasks({ sample }: { sample: Project }) {
  const workspace = sample.workspaces?.[0];
  const environments = useQuery(overviewsQuery(sample.id)).data ?? [];
  const mayEdit = useMayInProject(sample.id)('workspace.edit');
  const production = environments.find(({ name }) => name === 'Production') ?? environments[0];
  const isChanged = useIsChanged(sample, workspace);
  const hasSchedule = environments.some(({ schedules }) => schedules > 0);
  return (
    <section aria-labelledby="tasks">
      <Title order={2} size="h3" id="tasks" mb="sm">
        Three things to try
      </Title>
      <div className={classes.tasks}>
        <TaskCard task="change" isDone={isChanged} icon="branch" title="Change a node" minutes={2}
          text="Edit a node in the workspace, see the difference line by line, and commit it. Nothing reaches Production before you deploy it.">
          {workspace && <ChangeTask projectID={sample.id} workspaceID={workspace.id} />}
        </TaskCard>
        <TaskCard task="break" icon="failed" title="Break it, and repair it" minutes={3}
          text="Multiply an amount of FCT_ORDER by a text in the workspace, run, and see the statement and the reason. Environments are not affected.">
          {workspace && mayEdit && <BreakTask workspace={workspace} />}
        </TaskCard>
        <TaskCard task="schedule" isDone={hasSchedule} icon="clock" title="Let it run every morning" minutes={1}
          text="The job Daily takes the marts and all they need. Give it a time and a time zone; the next times are shown before you save.">
          {production && (
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/projects/$projectID/environments/$environmentID"
                  params={{ projectID: sample.id, environmentID: production.id }}
                  search={{ tab: 'schedules' }}
                />
              )}
            >
              Schedules of {production.name}
            </Button>
          )}
        </TaskCard>
      </div>
    </section>
  );
}

// ChangeTask opens the editor of a node that is easy to understand, or the page of changes if that node is gone.
function ChangeTask(params: { projectID: string; workspaceID: string }) {
  const node = useQuery(nodeListQuery(params.workspaceID)).data?.find(({ name }) => name === firstNode);
  if (!node) {
    return (
      <Button renderRoot={(props) => <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/changes" params={params} />}>
        Open the changes
      </Button>
    );
  }
  return (
    <Button
      renderRoot={(props) => (
        <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID" params={{ ...params, nodeID: node.id }} search={{}} />
      )}
    >
      Open {node.name}
    </Button>
  );
}

// useIsChanged reports whether the workspace has changes, or the project more commits than the first one.
function useIsChanged(sample: Project, workspace: Workspace | undefined): boolean {
  const diff = useQuery({ ...workspaceDiffQuery(workspace?.id ?? ''), enabled: workspace !== undefined }).data;
  const commits = useQuery(commitsQuery(sample.id)).data;
  return (diff?.changes.length ?? 0) > 0 || (commits?.total ?? 0) > 1;
}

interface TaskCardProps {
  task: Task;
  // Whether the server shows that it is done.
  isDone?: boolean;
  icon: IconName;
  title: string;
  text: string;
  minutes: number;
  children: ReactNode;
}

function TaskCard({ task, isDone = false, icon, title, text, minutes, children }: TaskCardProps) {
  const { user } = useSuspenseQuery(meQuery).data;
  const isTicked = isDone || doneTasks(user.id).includes(task);
  useEffect(() => {
    if (isDone) setTaskDone(user.id, task);
  }, [isDone, task, user.id]);
  return (
    <div className={classes.task} data-done={isTicked || undefined}>
      <span className={classes.taskIcon}>
        <Icon name={isTicked ? 'check' : icon} size={17} />
      </span>
      <Title order={3} size="h5">
        {title}
        {isTicked && <span className={classes.done}> Done</span>}
      </Title>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <div className={classes.taskFoot}>
        {children}
        <Text size="xs" c="dimmed">
          {minutes} {minutes === 1 ? 'minute' : 'minutes'}
        </Text>
      </div>
    </div>
  );
}
