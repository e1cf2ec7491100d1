import { Text } from '@mantine/core';
import { type Webhook, useRotateSecret } from '../api/webhooks';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { Dialog } from '../ui/Dialog';
import { NewSecretView } from './NewSecretView';

interface RotateSecretDialogProps {
  webhook: Webhook;
  opened: boolean;
  onClose: () => void;
}

// RotateSecretDialog makes a new secret and shows it, once.
export function RotateSecretDialog({ webhook, opened, onClose }: RotateSecretDialogProps) {
  const rotate = useRotateSecret();

  function close() {
    rotate.reset();
    onClose();
  }

  const secret = rotate.data?.secret;
  if (secret) {
    return (
      <Dialog opened={opened} onClose={close} title="The new secret" closesOnOutsideClick={false}>
        <NewSecretView secret={secret} isRotated onDone={close} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Rotate the secret?"
      action="Rotate secret"
      isHarmless
      error={rotate.error}
      isWorking={rotate.isPending}
      onConfirm={() => rotate.mutate(webhook.id, { onSuccess: () => announce('The secret is rotated') })}
      onClose={close}
    >
      <Text size="sm">
        Messages get a second signature with the new secret. The old secret also signs for 24 hours: change the receiver in this time.
      </Text>
    </ConfirmDialog>
  );
}
