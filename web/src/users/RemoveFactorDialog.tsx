import { PasswordInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/session';
import { useConfirmPassword } from '../api/sessions';
import type { User } from '../api/types';
import { useRemoveUserSecondFactor } from '../api/users';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { personName } from '../ui/text';
import { useLast } from '../ui/useLast';
import { useNow } from '../ui/useNow';
import { RevokedTokensNotice } from './RevokedTokensNotice';

interface RemoveFactorDialogProps {
  user: User | undefined;
  onClose: () => void;
}

// RemoveFactorDialog removes the second factor of a user who has lost it.
export function RemoveFactorDialog({ user, onClose }: RemoveFactorDialogProps) {
  const remove = useRemoveUserSecondFactor();
  const confirm = useConfirmPassword();
  const session = useQuery(meQuery).data?.session;
  const now = useNow();
  const needsPassword = session !== undefined && new Date(session.confirmedUntil) < now;
  const [password, setPassword] = useState('');
  const shown = useLast(user);
  if (!shown) return null;

  function close() {
    remove.reset();
    confirm.reset();
    setPassword('');
    onClose();
  }

  function removeFactor() {
    if (!user) return;
    remove.mutate(user.id, {
      onSuccess: () => {
        announce(`${personName(user)} has no second factor`);
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={user !== undefined}
      title={`Remove the second factor of ${personName(shown)}?`}
      action="Remove second factor"
      error={confirm.error ?? remove.error}
      isWorking={remove.isPending || confirm.isPending}
      onConfirm={() => (needsPassword ? confirm.mutate(password, { onSuccess: removeFactor }) : removeFactor())}
      onClose={close}
    >
      <RevokedTokensNotice user={shown} />
      <Text size="sm">
        The user is signed out everywhere and signs in with the password alone, until a new second factor is set up. Make sure that it is this
        person who asks for it.
      </Text>
      {needsPassword && (
        <PasswordInput
          label="Your password"
          description="You signed in more than 15 minutes ago."
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
