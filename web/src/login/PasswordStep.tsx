import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Problem } from '../api/problem';
import { useSignIn } from '../api/session';
import { type Fields, submitted } from '../ui/form';
import { CodeStep } from './CodeStep';
import { LoginProblem } from './LoginProblem';
import { useCountdown } from './useCountdown';

interface PasswordStepProps {
  email?: string;
  // Whether to offer a link for a new password. It leads to another page.
  canReset?: boolean;
  onSignedIn: (userID: string) => void;
}

// PasswordStep signs in with e-mail address and password, and continues with the code of a user who has a second factor.
export function PasswordStep({ email: known, canReset, onSignedIn }: PasswordStepProps) {
  const signIn = useSignIn();
  const secondsToWait = useCountdown(signIn.error);

  function submit({ email = '', password = '' }: Fields) {
    signIn.mutate({ email: email.trim(), password }, { onSuccess: ({ user }) => onSignedIn(user.id) });
  }

  if (signIn.error instanceof Problem && signIn.error.ticket) {
    return <CodeStep ticket={signIn.error.ticket} onSignedIn={onSignedIn} onAgain={() => signIn.reset()} />;
  }
  return (
    <form onSubmit={submitted(submit)}>
      <Stack>
        {signIn.error && <LoginProblem error={signIn.error} secondsToWait={secondsToWait} />}
        <TextInput name="email" type="email" label="E-mail" autoComplete="username" required withAsterisk={false} defaultValue={known} autoFocus={!known} />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus={Boolean(known)}
          data-autofocus={known ? true : undefined}
        />
        <Button type="submit" loading={signIn.isPending} disabled={secondsToWait > 0} mt="xs">
          {secondsToWait > 0 ? `Wait ${secondsToWait} s` : 'Sign in'}
        </Button>
        {canReset && (
          <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/forgot-password" />}>
            Forgot your password?
          </Anchor>
        )}
      </Stack>
    </form>
  );
}
