import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project, Workspace } from '../api/types';
import { workspacesPath, workspacesQuery } from '../api/workspaces';
import { Section } from '../environment/Section';
import { useMayInProject } from '../projects/permissions';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { CreateWorkspaceDialog } from './CreateWorkspaceDialog';
import { DeleteWorkspaceDialog } from './DeleteWorkspaceDialog';
import { WorkspaceTable } from './WorkspaceTable';

// WorkspaceSection lists the workspaces of a project, where its nodes are edited.
export function WorkspaceSection({ project }: { project: Project }) {
  const workspaces = useQuery(workspacesQuery(project.id));
  const mayManage = useMayInProject(project.id)('workspace.manage');
  const [isCreating, setCreating] = useState(false);
  const [doomed, setDoomed] = useState<Workspace>();
  return (
    <Section
      title="Workspaces"
      action={
        <Group gap="xs">
          <CopyAsCurl path={workspacesPath(project.id)} command={`millrace workspaces list --project ${project.id}`} />
          {mayManage && (
            <Button size="xs" leftSection={<Icon name="plus" size={15} />} onClick={() => setCreating(true)}>
              Create workspace
            </Button>
          )}
        </Group>
      }
    >
      <QueryView query={workspaces}>
        {(all) =>
          all.length === 0 ? (
            <NoWorkspaces mayManage={mayManage} />
          ) : (
            <WorkspaceTable workspaces={all} onDelete={mayManage ? setDoomed : undefined} />
          )
        }
      </QueryView>
      <CreateWorkspaceDialog opened={isCreating} project={project} onClose={() => setCreating(false)} />
      <DeleteWorkspaceDialog workspace={doomed} onClose={() => setDoomed(undefined)} />
    </Section>
  );
}

function NoWorkspaces({ mayManage }: { mayManage: boolean }) {
  return (
    <Panel>
      <EmptyState icon="branch" title="No workspaces yet">
        A workspace is an editable copy of the project on a branch.{' '}
        {mayManage ? 'Create one to change nodes.' : 'Ask an administrator of the project for one.'}
      </EmptyState>
    </Panel>
  );
}
