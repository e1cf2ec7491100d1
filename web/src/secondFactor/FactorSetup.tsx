import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useActivateSecondFactor, useBeginSecondFactor } from '../api/secondFactor';
import { announce } from '../ui/announce';
import { CopyableText } from '../ui/CopyableText';
import { type Fields, submitted } from '../ui/form';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QRCode } from './QRCode';
import { RecoveryCodes } from './RecoveryCodes';

interface FactorSetupProps {
  onDone: () => void;
  onCancel?: () => void;
}

// FactorSetup leads from the password over the QR code and the first code to the recovery codes. Only the state of this component
// contains the secret and the codes.
export function FactorSetup({ onDone, onCancel }: FactorSetupProps) {
  const begin = useBeginSecondFactor();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begin.data) return <FirstCode secret={begin.data.secret} uri={begin.data.uri} onCodes={setCodes} onCancel={onCancel} />;
  return (
    <form onSubmit={submitted(({ password = '' }: Fields) => begin.mutate(password))}>
      <Stack>
        {begin.error && <ProblemAlert error={begin.error} />}
        <PasswordInput name="password" label="Your password" autoComplete="current-password" required withAsterisk={false} data-autofocus />
        <Actions submit="Continue" isWorking={begin.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

interface FirstCodeProps {
  secret: string;
  uri: string;
  onCodes: (codes: string[]) => void;
  onCancel?: () => void;
}

function FirstCode({ secret, uri, onCodes, onCancel }: FirstCodeProps) {
  const activate = useActivateSecondFactor();
  const [showsSecret, setShowsSecret] = useState(false);

  function submit({ code = '' }: Fields) {
    activate.mutate(code, {
      onSuccess: ({ recoveryCodes }) => {
        onCodes(recoveryCodes);
        announce('The second factor is on. Keep the recovery codes.');
      },
    });
  }

  return (
    <form onSubmit={submitted(submit)}>
      <Stack>
        <Text size="sm">Scan this code with an authenticator application on your phone or in your password manager.</Text>
        <QRCode text={uri} label="QR code for your authenticator application" />
        {showsSecret ? (
          <CopyableText label="Secret" text={secret} copyLabel="Copy secret" />
        ) : (
          <Anchor component="button" type="button" size="sm" underline="always" ta="left" onClick={() => setShowsSecret(true)}>
            Type the secret instead
          </Anchor>
        )}
        {activate.error && <ProblemAlert error={activate.error} />}
        <TextInput
          name="code"
          label="Code"
          description="The six digits that the application shows then."
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          required
          withAsterisk={false}
          autoFocus
        />
        <Text size="sm" c="dimmed">
          Turning the second factor on revokes all your access tokens and ends your other sessions.
        </Text>
        <Actions submit="Turn on" isWorking={activate.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function Actions({ submit, isWorking, onCancel }: { submit: string; isWorking: boolean; onCancel?: () => void }) {
  return (
    <Group justify="flex-end">
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button type="submit" loading={isWorking}>
        {submit}
      </Button>
    </Group>
  );
}
