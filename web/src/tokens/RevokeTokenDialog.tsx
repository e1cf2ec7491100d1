import { Text } from '@mantine/core';
import { useRevokeToken } from '../api/tokens';
import type { Token } from '../api/types';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { RelativeTime } from '../ui/RelativeTime';
import { useLast } from '../ui/useLast';
import { tokenName } from './tokenName';

interface RevokeTokenDialogProps {
  token: Token | undefined;
  onClose: () => void;
}

export function RevokeTokenDialog({ token, onClose }: RevokeTokenDialogProps) {
  const revoke = useRevokeToken();
  const shown = useLast(token);

  function close() {
    revoke.reset();
    onClose();
  }

  function confirm() {
    if (!token) return;
    revoke.mutate(token.id, {
      onSuccess: () => {
        announce(`Token ${tokenName(token)} is revoked`);
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={token !== undefined}
      title={`Revoke token ${shown ? tokenName(shown) : ''}?`}
      action="Revoke token"
      error={revoke.error}
      isWorking={revoke.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text size="sm">
        Clients that use the token ending in <code>{shown?.hint}</code> get 401 from now on. Your other tokens stay
        valid. This cannot be undone.
      </Text>
      <Text size="sm" c="dimmed">
        Last use: {shown?.lastUsedAt ? <RelativeTime at={shown.lastUsedAt} /> : 'never'}
      </Text>
    </ConfirmDialog>
  );
}
