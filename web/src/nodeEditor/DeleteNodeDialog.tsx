import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useDeleteNode } from '../api/nodes';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { Readers } from './Readers';
import { columnsOf } from './model';
import { removeDraft } from './storedDraft';
import type { NodeEditor } from './useNodeEditor';

interface DeleteNodeDialogProps {
  opened: boolean;
  editor: NodeEditor;
  projectID: string;
  onClose: () => void;
}

// DeleteNodeDialog says what reads the node before it deletes anything.
export function DeleteNodeDialog({ opened, editor, projectID, onClose }: DeleteNodeDialogProps) {
  const remove = useDeleteNode(editor.key);
  const navigate = useNavigate();
  const { name } = editor.base;
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: async () => {
        removeDraft(editor.key);
        announce(`${name} is deleted`);
        await navigate({ to: '/projects/$projectID/workspaces/$workspaceID/build', params: { projectID, workspaceID: editor.key.workspaceID }, ignoreBlocker: true });
      },
    });
  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete ${name}?`}
      action={`Delete ${name}`}
      error={remove.error}
      isWorking={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {opened && <Readers editor={editor} one="node reads it and gets an error" many="nodes read it and get errors" />}
      <Text>
        The node and its {columnsOf(editor.base).length} columns are removed from the workspace. Environments keep it until the next deployment; a
        commit that contains it brings it back.
      </Text>
    </ConfirmDialog>
  );
}
