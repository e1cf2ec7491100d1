import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { projectsPath, projectsQuery } from '../api/projects';
import type { Project } from '../api/types';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import classes from './WorkspaceChoicePage.module.css';
import { lastWorkspace } from './lastWorkspace';

interface Choice {
  projectID: string;
  projectName: string;
  workspaceID: string;
  name: string;
  branch: string;
}

// WorkspaceChoicePage leads to the workspace that was used last, or to the only one; else it lists them.
export function WorkspaceChoicePage() {
  const projects = useQuery(projectsQuery);
  const choices = choicesOf(projects.data);
  const last = lastWorkspace();
  const known = choices.find(({ projectID, workspaceID }) => projectID === last?.projectID && workspaceID === last.workspaceID);
  const only = choices.length === 1 ? choices[0] : undefined;
  const target = known ?? only;
  if (target) {
    const { projectID, workspaceID } = target;
    return <Navigate to="/projects/$projectID/workspaces/$workspaceID/build" params={{ projectID, workspaceID }} replace />;
  }
  return (
    <Stack gap="lg">
      <PageHeader title="Build" description="Choose the workspace to work in." actions={<CopyAsCurl path={projectsPath} command="millrace workspaces" />} />
      <QueryView query={projects}>{() => <ChoiceList choices={choices} />}</QueryView>
    </Stack>
  );
}

function choicesOf(projects: Project[] | undefined): Choice[] {
  return (projects ?? []).flatMap(({ id: projectID, name: projectName, workspaces }) =>
    (workspaces ?? []).map(({ id, name, branch }) => ({ projectID, projectName, workspaceID: id, name, branch })),
  );
}

function ChoiceList({ choices }: { choices: Choice[] }) {
  if (choices.length === 0) {
    return (
      <Panel>
        <EmptyState icon="build" title="No workspaces yet">
          A workspace is an editable copy of a project on a branch. Create one with `millrace workspaces create`, or ask an administrator for a
          role in a project.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel>
      <ul className={classes.list}>
        {choices.map(({ projectID, projectName, workspaceID, name, branch }) => (
          <li key={workspaceID}>
            <Link to="/projects/$projectID/workspaces/$workspaceID/build" params={{ projectID, workspaceID }} className={classes.choice}>
              <Icon name="build" />
              <strong>{name}</strong>
              <span>{projectName}</span>
              <span className={classes.branch}>
                <Icon name="branch" size={15} />
                {branch}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
