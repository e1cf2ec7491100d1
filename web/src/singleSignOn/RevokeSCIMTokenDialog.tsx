import { Text } from '@mantine/core';
import { type SCIMToken, useRevokeSCIMToken } from '../api/scimTokens';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { useLast } from '../ui/useLast';

interface RevokeSCIMTokenDialogProps {
  token: SCIMToken | undefined;
  onClose: () => void;
}

export function RevokeSCIMTokenDialog({ token, onClose }: RevokeSCIMTokenDialogProps) {
  const revoke = useRevokeSCIMToken();
  const shown = useLast(token);

  function close() {
    revoke.reset();
    onClose();
  }

  function confirm() {
    if (!token) return;
    revoke.mutate(token.id, {
      onSuccess: () => {
        announce(`SCIM token ${token.name} is revoked`);
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={token !== undefined}
      title={`Revoke SCIM token ${shown?.name ?? ''}?`}
      action="Revoke token"
      error={revoke.error}
      isWorking={revoke.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text size="sm">
        The provider with the token ending in <code>{shown?.hint}</code> gets 401 from now on, and no longer removes users here. Users and groups
        stay as they are. This cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
