import { Text } from '@mantine/core';
import type { Workspace } from '../api/types';
import { type Subgraph, useDeleteSubgraph } from '../api/workspaceSettings';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { counted } from '../ui/text';
import { useLast } from '../ui/useLast';

interface DeleteSubgraphDialogProps {
  // Absent while nothing is to be deleted.
  subgraph: Subgraph | undefined;
  workspace: Workspace;
  onClose: () => void;
}

export function DeleteSubgraphDialog({ subgraph, workspace, onClose }: DeleteSubgraphDialogProps) {
  const shown = useLast(subgraph);
  const remove = useDeleteSubgraph(workspace.id);
  if (!shown) return null;

  function close() {
    remove.reset();
    onClose();
  }

  return (
    <ConfirmDialog
      opened={subgraph !== undefined}
      title={`Delete subgraph ${shown.name}?`}
      action="Delete subgraph"
      error={remove.error}
      isWorking={remove.isPending}
      onConfirm={() =>
        remove.mutate(shown.id, {
          onSuccess: () => {
            announce(`Subgraph ${shown.name} is deleted`);
            close();
          },
        })
      }
      onClose={close}
    >
      <Text size="sm">
        The list of {counted(shown.steps.length, 'node')} is removed; the nodes stay. Jobs whose selector names it then select nothing for it.
      </Text>
    </ConfirmDialog>
  );
}
