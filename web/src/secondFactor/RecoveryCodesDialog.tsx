import { PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCreateRecoveryCodes } from '../api/secondFactor';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { RecoveryCodes } from './RecoveryCodes';

interface RecoveryCodesDialogProps {
  opened: boolean;
  onClose: () => void;
}

// RecoveryCodesDialog replaces the recovery codes.
export function RecoveryCodesDialog({ opened, onClose }: RecoveryCodesDialogProps) {
  const create = useCreateRecoveryCodes();
  const [codes, setCodes] = useState<string[]>();

  function close() {
    setCodes(undefined);
    create.reset();
    onClose();
  }

  return (
    <Dialog opened={opened} onClose={close} title={codes ? 'Your recovery codes' : 'New recovery codes'} closesOnOutsideClick={!codes}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : (
        <form
          onSubmit={submitted(({ password = '' }: Fields) =>
            create.mutate(password, { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) }),
          )}
        >
          <Stack>
            {create.error && <ProblemAlert error={create.error} />}
            <Text size="sm">The old recovery codes are no longer valid then. Access tokens and sessions stay.</Text>
            <PasswordInput name="password" label="Your password" autoComplete="current-password" required withAsterisk={false} data-autofocus />
            <FormActions submit="Replace codes" isWorking={create.isPending} onCancel={close} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
