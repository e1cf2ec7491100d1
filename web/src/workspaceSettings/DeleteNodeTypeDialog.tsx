import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Workspace } from '../api/types';
import { type NodeType, nodeNamesQuery, useDeleteNodeType } from '../api/workspaceSettings';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { counted } from '../ui/text';

interface DeleteNodeTypeDialogProps {
  opened: boolean;
  type: NodeType;
  workspace: Workspace;
  onDeleted: () => void;
  onClose: () => void;
}

// DeleteNodeTypeDialog says how many nodes would be left without a type.
export function DeleteNodeTypeDialog({ opened, type, workspace, onDeleted, onClose }: DeleteNodeTypeDialogProps) {
  const remove = useDeleteNodeType(workspace.id);
  const nodes = useQuery({ ...nodeNamesQuery(workspace.id), enabled: opened }).data ?? [];
  const users = nodes.filter(({ nodeType }) => nodeType === type.id || nodeType === type.name);

  function close() {
    remove.reset();
    onClose();
  }

  function confirm() {
    remove.mutate(type.id, {
      onSuccess: () => {
        announce(`Node type ${type.name} is deleted`);
        close();
        onDeleted();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete node type ${type.name}?`}
      action="Delete node type"
      error={remove.error}
      isWorking={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text size="sm">
        {users.length === 0
          ? 'No node has this type.'
          : `${counted(users.length, 'node')} ${users.length === 1 ? 'has' : 'have'} this type and can no longer be compiled: ${users
              .slice(0, 5)
              .map(({ name }) => name)
              .join(', ')}${users.length > 5 ? ', …' : ''}.`}
      </Text>
      <Text size="sm">Its options and both templates are removed from the workspace. Discarding the change on the Changes page brings them back until you commit.</Text>
    </ConfirmDialog>
  );
}
