import { Button, PasswordInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Problem } from '../api/problem';
import { useChangePassword } from '../api/session';
import { type Fields, submitted } from '../ui/form';
import { ProblemAlert } from '../ui/ProblemAlert';

const minimumLength = 10;

// PasswordForm changes the password, which ends all sessions, and opens the sign-in.
export function PasswordForm({ warning }: { warning?: ReactNode }) {
  const change = useChangePassword();
  const returnToLogin = useReturnToLogin();
  const [mismatch, setMismatch] = useState<Problem>();
  const error = mismatch ?? change.error;

  function submit({ currentPassword = '', newPassword = '', repeated = '' }: Fields) {
    setMismatch(newPassword === repeated ? undefined : mismatchProblem());
    if (newPassword !== repeated) return;
    change.mutate({ currentPassword, newPassword }, { onSuccess: returnToLogin });
  }

  return (
    <form onSubmit={submitted(submit)}>
      <Stack maw={420}>
        {warning}
        {error && <ProblemAlert error={error} />}
        <PasswordInput name="currentPassword" label="Current password" autoComplete="current-password" required withAsterisk={false} />
        <PasswordInput
          name="newPassword"
          label="New password"
          description={`At least ${minimumLength} characters.`}
          autoComplete="new-password"
          minLength={minimumLength}
          maxLength={1024}
          required
          withAsterisk={false}
        />
        <PasswordInput name="repeated" label="New password, again" autoComplete="new-password" required withAsterisk={false} />
        <Button type="submit" loading={change.isPending}>
          Change password and sign out
        </Button>
      </Stack>
    </form>
  );
}

function useReturnToLogin(): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async () => {
    await navigate({ to: '/login', search: { notice: 'passwordChanged' } });
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'server' });
  };
}

function mismatchProblem(): Problem {
  return new Problem({
    status: 400,
    message: 'the two new passwords differ',
    hint: 'Type the same new password twice.',
  });
}
