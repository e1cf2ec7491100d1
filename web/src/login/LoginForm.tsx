import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useSignIn } from '../api/session';
import { type Fields, submitted } from '../ui/form';
import { LoginProblem } from './LoginProblem';
import { useCountdown } from './useCountdown';

export function LoginForm({ next }: { next: string }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const signIn = useSignIn();
  const secondsToWait = useCountdown(signIn.error);

  function submit({ email = '', password = '' }: Fields) {
    signIn.mutate(
      { email: email.trim(), password },
      {
        onSuccess: () => {
          queryClient.removeQueries({ queryKey: ['me'] });
          router.history.push(next);
        },
      },
    );
  }

  return (
    <form onSubmit={submitted(submit)}>
      <Stack>
        {signIn.error && <LoginProblem error={signIn.error} secondsToWait={secondsToWait} />}
        <TextInput name="email" type="email" label="E-mail" autoComplete="username" required withAsterisk={false} autoFocus />
        <PasswordInput name="password" label="Password" autoComplete="current-password" required withAsterisk={false} />
        <Button type="submit" loading={signIn.isPending} disabled={secondsToWait > 0} mt="xs">
          {secondsToWait > 0 ? `Wait ${secondsToWait} s` : 'Sign in'}
        </Button>
      </Stack>
    </form>
  );
}
