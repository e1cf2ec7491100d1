import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type NewSCIMToken, useCreateSCIMToken } from '../api/scimTokens';
import { meQuery } from '../api/session';
import { useConfirmPassword } from '../api/sessions';
import { announce } from '../ui/announce';
import { CopyableText } from '../ui/CopyableText';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { useNow } from '../ui/useNow';

interface GenerateSCIMTokenDialogProps {
  opened: boolean;
  onClose: () => void;
}

// GenerateSCIMTokenDialog asks for a name, then shows the token. Only the state of this component contains the token, so closing
// the dialog removes it from the browser.
export function GenerateSCIMTokenDialog({ opened, onClose }: GenerateSCIMTokenDialogProps) {
  const create = useCreateSCIMToken();
  const confirm = useConfirmPassword();
  const now = useNow();
  const session = useQuery(meQuery).data?.session;
  const needsPassword = session !== undefined && new Date(session.confirmedUntil) < now;
  const error = confirm.error ?? create.error;
  const [token, setToken] = useState<NewSCIMToken>();

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
        announce('The SCIM token is ready. Copy it now.');
      },
    });
  }

  return (
    <Dialog opened={opened} onClose={close} title={token ? 'Your new SCIM token' : 'Generate SCIM token'} size="lg" closesOnOutsideClick={!token}>
      {token ? (
        <NewToken token={token} onDone={close} />
      ) : (
        <form onSubmit={submitted(submit)}>
          <Stack>
            {error && <ProblemAlert error={error} />}
            <TextInput
              name="name"
              label="Name (optional)"
              description="The provider that uses the token."
              placeholder="Okta"
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
              The token creates, changes and removes users and groups of the organization, and nothing else. It stays valid until you revoke it.
            </Text>
            <FormActions submit="Generate" isWorking={create.isPending || confirm.isPending} onCancel={close} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

function NewToken({ token, onDone }: { token: NewSCIMToken; onDone: () => void }) {
  return (
    <Stack>
      <Alert variant="outline" icon={<Icon name="info" />}>
        Copy the token now. It is shown only once.
      </Alert>
      <CopyableText label="SCIM token" text={token.token} copyLabel="Copy SCIM token" hasFocus />
      <CopyableText label="Base URL" text={token.baseURL} copyLabel="Copy base URL" />
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
