import { Text } from '@mantine/core';
import { useDeleteIdentityProvider } from '../api/singleSignOn';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';

export function DeleteProviderDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const remove = useDeleteIdentityProvider();

  function close() {
    remove.reset();
    onClose();
  }

  return (
    <ConfirmDialog
      opened={opened}
      title="Delete the identity provider?"
      action="Delete"
      error={remove.error}
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => announce('The identity provider is deleted') })}
      onClose={close}
    >
      <Text size="sm">
        The settings and the client secret are lost. Users without a password cannot sign in until there is another provider. Sessions and access tokens stay
        valid. To keep the settings, switch the provider off instead.
      </Text>
    </ConfirmDialog>
  );
}
