import { Text } from '@mantine/core';
import { useRevokeUnusedTokens } from '../api/tokens';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { counted } from '../ui/text';
import { useLast } from '../ui/useLast';

interface RevokeUnusedDialogProps {
  opened: boolean;
  count: number;
  onClose: () => void;
}

export function RevokeUnusedDialog({ opened, count, onClose }: RevokeUnusedDialogProps) {
  const revoke = useRevokeUnusedTokens();
  const shown = counted(useLast(opened ? count : undefined) ?? 0, 'unused token');

  function close() {
    revoke.reset();
    onClose();
  }

  function confirm() {
    revoke.mutate(undefined, {
      onSuccess: (revoked) => {
        announce(`${counted(revoked, 'token')} revoked`);
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Revoke ${shown} of logins?`}
      action="Revoke unused tokens"
      error={revoke.error}
      isWorking={revoke.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text size="sm">
        Logins created these tokens more than a day ago, and nothing ever used them. Earlier versions created one at each
        sign-in of a browser. A program that has stored one and not used it yet gets 401 from now on.
      </Text>
      <Text size="sm" c="dimmed">
        Tokens that you generated and tokens that were used stay valid.
      </Text>
    </ConfirmDialog>
  );
}
