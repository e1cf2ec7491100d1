import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSecondStep } from '../api/session';
import { type Fields, submitted } from '../ui/form';
import { LoginProblem } from './LoginProblem';
import { useCountdown } from './useCountdown';

interface CodeStepProps {
  ticket: string;
  onSignedIn: (userID: string) => void;
  // Returns to the password, for a ticket that has expired.
  onAgain: () => void;
}

// CodeStep asks for the code of the second factor, or for a recovery code.
export function CodeStep({ ticket, onSignedIn, onAgain }: CodeStepProps) {
  const finish = useSecondStep();
  const secondsToWait = useCountdown(finish.error);
  const [usesRecovery, setUsesRecovery] = useState(false);

  function submit({ code = '' }: Fields) {
    finish.mutate({ ticket, code }, { onSuccess: ({ user }) => onSignedIn(user.id) });
  }

  return (
    <form onSubmit={submitted(submit)}>
      <Stack>
        {finish.error && <LoginProblem error={finish.error} secondsToWait={secondsToWait} />}
        {usesRecovery ? (
          <TextInput
            key="recovery"
            name="code"
            label="Recovery code"
            description="One of the ten codes that you kept when you set up the second factor. It counts once."
            autoComplete="off"
            required
            withAsterisk={false}
            maxLength={40}
            autoFocus
          />
        ) : (
          <TextInput
            key="code"
            name="code"
            label="Code"
            description="The six digits that your authenticator application shows."
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            withAsterisk={false}
            maxLength={10}
            autoFocus
          />
        )}
        <Button type="submit" loading={finish.isPending} disabled={secondsToWait > 0} mt="xs">
          {secondsToWait > 0 ? `Wait ${secondsToWait} s` : 'Sign in'}
        </Button>
        <Anchor
          component="button"
          type="button"
          size="sm"
          underline="always"
          ta="left"
          onClick={() => {
            finish.reset();
            setUsesRecovery(!usesRecovery);
          }}
        >
          {usesRecovery ? 'Use the authenticator application' : 'Use a recovery code'}
        </Anchor>
        <Anchor component="button" type="button" size="sm" underline="always" ta="left" onClick={onAgain}>
          Enter the password again
        </Anchor>
        <Text size="sm" c="dimmed">
          An administrator of your organization can remove a lost second factor.
        </Text>
      </Stack>
    </form>
  );
}
