import { Text } from '@mantine/core';
import type { User } from '../api/types';
import { useSetUserStatus } from '../api/users';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { personName } from '../ui/text';
import { useLast } from '../ui/useLast';
import { RevokedTokensNotice } from './RevokedTokensNotice';

interface UserStatusDialogProps {
  user: User | undefined;
  onClose: () => void;
}

// UserStatusDialog disables an active user and enables a disabled one.
export function UserStatusDialog({ user, onClose }: UserStatusDialogProps) {
  const setStatus = useSetUserStatus();
  const shown = useLast(user);
  if (!shown) return null;
  const isActive = shown.status === 'active';
  const verb = isActive ? 'Disable' : 'Enable';

  function close() {
    setStatus.reset();
    onClose();
  }

  function confirm() {
    if (!user) return;
    setStatus.mutate(
      { userID: user.id, status: isActive ? 'disabled' : 'active' },
      {
        onSuccess: () => {
          announce(`${personName(user)} is ${isActive ? 'disabled' : 'enabled'}`);
          close();
        },
      },
    );
  }

  return (
    <ConfirmDialog
      opened={user !== undefined}
      title={`${verb} ${personName(shown)}?`}
      action={`${verb} user`}
      isHarmless={!isActive}
      error={setStatus.error}
      isWorking={setStatus.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      {isActive && <RevokedTokensNotice user={shown} />}
      <Text size="sm">
        {isActive
          ? 'The user is signed out everywhere and cannot sign in. Projects and roles stay. Enabling the user again does not restore the tokens.'
          : 'The user can sign in again with the old password. Revoked tokens stay revoked.'}
      </Text>
    </ConfirmDialog>
  );
}
