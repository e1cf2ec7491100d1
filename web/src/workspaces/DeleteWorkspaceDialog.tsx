import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Workspace } from '../api/types';
import { workspaceDiffQuery } from '../api/workspaceGit';
import { useDeleteWorkspace } from '../api/workspaces';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { counted } from '../ui/text';
import { useLast } from '../ui/useLast';

interface DeleteWorkspaceDialogProps {
  // Absent while nothing is to be deleted.
  workspace: Workspace | undefined;
  onClose: () => void;
}

// DeleteWorkspaceDialog says how many uncommitted changes are lost.
export function DeleteWorkspaceDialog({ workspace, onClose }: DeleteWorkspaceDialogProps) {
  const shown = useLast(workspace);
  const remove = useDeleteWorkspace();
  const diff = useQuery({ ...workspaceDiffQuery(workspace?.id ?? ''), enabled: workspace !== undefined });
  if (!shown) return null;

  function close() {
    remove.reset();
    onClose();
  }

  function confirm({ id, name }: Workspace) {
    remove.mutate(id, {
      onSuccess: () => {
        announce(`Workspace ${name} is deleted`);
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={workspace !== undefined}
      title={`Delete workspace ${shown.name}?`}
      action="Delete workspace"
      error={remove.error}
      isWorking={remove.isPending}
      onConfirm={() => confirm(shown)}
      onClose={close}
    >
      <Text size="sm">{lossText(diff.data?.changes.length, diff.isError)}</Text>
      <Text size="sm">Commits of branch {shown.branch} stay. The tables of its development runs stay in the engine.</Text>
    </ConfirmDialog>
  );
}

function lossText(changes: number | undefined, isUnknown: boolean): string {
  if (isUnknown) return 'Its uncommitted changes could not be counted; they are lost.';
  if (changes === undefined) return 'Counting its uncommitted changes …';
  if (changes === 0) return 'It has no uncommitted changes.';
  return `${counted(changes, 'uncommitted change')} ${changes === 1 ? 'is' : 'are'} lost. This cannot be undone.`;
}
