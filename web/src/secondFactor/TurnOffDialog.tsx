import { PasswordInput, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRemoveSecondFactor } from '../api/secondFactor';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';

interface TurnOffDialogProps {
  opened: boolean;
  isRequired: boolean;
  onClose: () => void;
}

export function TurnOffDialog({ opened, isRequired, onClose }: TurnOffDialogProps) {
  const remove = useRemoveSecondFactor();
  const router = useRouter();

  function close() {
    remove.reset();
    onClose();
  }

  function submit({ password = '' }: Fields) {
    remove.mutate(password, {
      onSuccess: () => {
        announce('The second factor is off');
        close();
        if (isRequired) void router.navigate({ to: '/second-factor' }); // the session can do nothing else now
      },
    });
  }

  return (
    <Dialog opened={opened} onClose={close} title="Turn the second factor off?">
      <form onSubmit={submitted(submit)}>
        <Stack>
          {remove.error && <ProblemAlert error={remove.error} />}
          <Text size="sm">
            All your access tokens are revoked and your other sessions end. Your password alone signs you in then.
            {isRequired && ' Your organization requires a second factor, so you have to set up another one at once.'}
          </Text>
          <PasswordInput name="password" label="Your password" autoComplete="current-password" required withAsterisk={false} data-autofocus />
          <FormActions submit="Turn off" isWorking={remove.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
