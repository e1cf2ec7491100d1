import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { environmentsQuery } from '../api/environments';
import { useDeleteProject } from '../api/projects';
import type { Project } from '../api/types';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { counted } from '../ui/text';

interface DeleteProjectDialogProps {
  opened: boolean;
  project: Project;
  onClose: () => void;
}

export function DeleteProjectDialog({ opened, project, onClose }: DeleteProjectDialogProps) {
  const navigate = useNavigate();
  const remove = useDeleteProject();
  const environments = useQuery(environmentsQuery(project.id)).data?.length ?? 0;

  function close() {
    remove.reset();
    onClose();
  }

  function confirm() {
    remove.mutate(project.id, {
      onSuccess: () => {
        announce(`Project ${project.name} is deleted`);
        close();
        void navigate({ to: '/projects' });
      },
    });
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete project ${project.name}?`}
      action="Delete project"
      error={remove.error}
      isWorking={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text size="sm">
        Its settings, {counted(project.workspaces?.length ?? 0, 'workspace')} and the roles of users in it are lost.
        This cannot be undone.
      </Text>
      {environments > 0 && (
        <Text size="sm">
          It still has {counted(environments, 'environment')}; delete {environments === 1 ? 'it' : 'them'} first.
        </Text>
      )}
    </ConfirmDialog>
  );
}
