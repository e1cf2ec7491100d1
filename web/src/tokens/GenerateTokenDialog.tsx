import { PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/session';
import { useConfirmPassword } from '../api/sessions';
import { useCreateToken } from '../api/tokens';
import type { NewToken } from '../api/types';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { useNow } from '../ui/useNow';
import { NewTokenView } from './NewTokenView';

interface GenerateTokenDialogProps {
  opened: boolean;
  onClose: () => void;
}

// GenerateTokenDialog asks for a name, then shows the token. Only the state of this component contains the token,
// so closing the dialog removes it from the browser.
export function GenerateTokenDialog({ opened, onClose }: GenerateTokenDialogProps) {
  const create = useCreateToken();
  const confirm = useConfirmPassword();
  const now = useNow();
  const session = useQuery(meQuery).data?.session;
  const needsPassword = session !== undefined && new Date(session.confirmedUntil) < now;
  const error = confirm.error ?? create.error;
  const [token, setToken] = useState<NewToken>();

  function close() {
    setToken(undefined);
    create.reset();
    confirm.reset();
    onClose();
  }

  function submit({ name = '', password = '' }: Fields) {
    if (needsPassword) confirm.mutate(password, { onSuccess: () => generate(name) });
    else generate(name);
  }

  function generate(name: string) {
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
        <form onSubmit={submitted(submit)}>
          <Stack>
            {error && <ProblemAlert error={error} />}
            <TextInput
              name="name"
              label="Name (optional)"
              description="The script or program that uses the token, so that you know what a revocation affects."
              placeholder="Nightly refresh"
              maxLength={200}
              autoComplete="off"
              data-autofocus
            />
            {needsPassword && (
              <PasswordInput
                name="password"
                label="Your password"
                description="You signed in more than 15 minutes ago."
                autoComplete="current-password"
                required
                withAsterisk={false}
              />
            )}
            <Text size="sm" c="dimmed">
              The token has all your permissions.
            </Text>
            <FormActions submit="Generate" isWorking={create.isPending || confirm.isPending} onCancel={close} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
