import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCreateToken } from '../api/tokens';
import type { NewToken } from '../api/types';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { NewTokenView } from './NewTokenView';

interface GenerateTokenDialogProps {
  opened: boolean;
  onClose: () => void;
}

// GenerateTokenDialog asks for a name, then shows the token. Only the state of this component contains the token,
// so closing the dialog removes it from the browser.
export function GenerateTokenDialog({ opened, onClose }: GenerateTokenDialogProps) {
  const create = useCreateToken();
  const [token, setToken] = useState<NewToken>();

  function close() {
    setToken(undefined);
    create.reset();
    onClose();
  }

  function submit(name: string) {
    create.mutate(name.trim(), {
      onSuccess: (created) => {
        setToken(created);
        announce('The access token is ready. Copy it now.');
      },
    });
  }

  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={token ? 'Your new access token' : 'Generate Access Token'}
      size="lg"
      closesOnOutsideClick={!token}
    >
      {token ? (
        <NewTokenView token={token.token} onDone={close} />
      ) : (
        <form onSubmit={submitted(({ name = '' }) => submit(name))}>
          <Stack>
            {create.error && <ProblemAlert error={create.error} />}
            <TextInput
              name="name"
              label="Name (optional)"
              description="The script or program that uses the token, so that you know what a revocation affects."
              placeholder="Nightly refresh"
              maxLength={200}
              autoComplete="off"
              data-autofocus
            />
            <Text size="sm" c="dimmed">
              The token has all your permissions.
            </Text>
            <FormActions submit="Generate" isWorking={create.isPending} onCancel={close} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
