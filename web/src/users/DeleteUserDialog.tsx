import { Text } from '@mantine/core';
import type { User } from '../api/types';
import { useDeleteUser } from '../api/users';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { personName } from '../ui/text';
import { useLast } from '../ui/useLast';
import { RevokedTokensNotice } from './RevokedTokensNotice';

interface DeleteUserDialogProps {
  user: User | undefined;
  onClose: () => void;
}

export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const remove = useDeleteUser();
  const shown = useLast(user);
  if (!shown) return null;

  function close() {
    remove.reset();
    onClose();
  }

  function confirm() {
    if (!user) return;
    remove.mutate(user.id, {
      onSuccess: () => {
        announce(`${personName(user)} is deleted`);
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={user !== undefined}
      title={`Delete ${personName(shown)}?`}
      action="Delete user"
      error={remove.error}
      isWorking={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <RevokedTokensNotice user={shown} />
      <Text size="sm">
        {shown.email} loses all roles and is signed out everywhere. Resources that the user created stay. This cannot be
        undone; to keep the user for later, disable it instead.
      </Text>
    </ConfirmDialog>
  );
}
