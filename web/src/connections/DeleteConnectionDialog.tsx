import { Text } from '@mantine/core';
import { useDeleteConnection } from '../api/connections';
import type { Connection } from '../api/types';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { useLast } from '../ui/useLast';

interface DeleteConnectionDialogProps {
  connection: Connection | undefined;
  onClose: () => void;
}

export function DeleteConnectionDialog({ connection, onClose }: DeleteConnectionDialogProps) {
  const remove = useDeleteConnection();
  const shown = useLast(connection);

  function close() {
    remove.reset();
    onClose();
  }

  function confirm() {
    if (!connection) return;
    remove.mutate(connection.id, {
      onSuccess: () => {
        announce(`Connection ${connection.name} is deleted`);
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={connection !== undefined}
      title={`Delete connection ${shown?.name ?? ''}?`}
      action="Delete connection"
      error={remove.error}
      isWorking={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text size="sm">
        Its address{shown?.hasSecret ? ' and 1 stored password are' : ' is'} lost. The data in the database does not change.
        A connection that an environment uses cannot be deleted.
      </Text>
    </ConfirmDialog>
  );
}
