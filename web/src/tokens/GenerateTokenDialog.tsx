import { PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type UseMutationResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/session';
import { useConfirmPassword } from '../api/sessions';
import type { NewToken, TokenCreate } from '../api/types';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { useNow } from '../ui/useNow';
import { NewTokenView } from './NewTokenView';
import { TokenLimitFields, tokenBody } from './TokenLimitFields';

interface GenerateTokenDialogProps {
  opened: boolean;
  // Generates a token of the user, or of a service account.
  create: UseMutationResult<NewToken, Error, TokenCreate>;
  // The name of the service account; the user generates an own token without one.
  owner?: string;
  onClose: () => void;
}

// GenerateTokenDialog asks for a name and for limits, then shows the token. Only the state of this component contains the token,
// so closing the dialog removes it from the browser.
export function GenerateTokenDialog({ opened, create, owner, onClose }: GenerateTokenDialogProps) {
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

  function submit({ password = '', ...fields }: Fields) {
    if (needsPassword) confirm.mutate(password, { onSuccess: () => generate(fields) });
    else generate(fields);
  }

  function generate(fields: Fields) {
    create.mutate(tokenBody(fields), {
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
      title={token ? 'The new access token' : owner ? `Generate an access token for ${owner}` : 'Generate Access Token'}
      size="lg"
      closesOnOutsideClick={!token}
    >
      {token ? (
        <NewTokenView token={token} onDone={close} />
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
            <TokenLimitFields />
            <Text size="sm" c="dimmed">
              Without limits the token has all permissions of {owner ?? 'your user'}.
            </Text>
            <FormActions submit="Generate" isWorking={create.isPending || confirm.isPending} onCancel={close} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
