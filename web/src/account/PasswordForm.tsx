import { Button, PasswordInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Problem } from '../api/problem';
import { useChangePassword } from '../api/session';
import { type Fields, submitted } from '../ui/form';
import { ProblemAlert } from '../ui/ProblemAlert';
import { NewPasswordFields, newPasswordOf } from './NewPasswordFields';

// PasswordForm changes the password, which ends all sessions, and opens the sign-in.
export function PasswordForm({ warning }: { warning?: ReactNode }) {
  const change = useChangePassword();
  const returnToLogin = useReturnToLogin();
  const [mismatch, setMismatch] = useState<Problem>();
  const error = mismatch ?? change.error;

  function submit(fields: Fields) {
    const { password, mismatch: differs } = newPasswordOf(fields);
    setMismatch(differs);
    if (differs) return;
    change.mutate({ currentPassword: fields.currentPassword ?? '', newPassword: password }, { onSuccess: returnToLogin });
  }

  return (
    <form onSubmit={submitted(submit)}>
      <Stack maw={420}>
        {warning}
        {error && <ProblemAlert error={error} />}
        <PasswordInput name="currentPassword" label="Current password" autoComplete="current-password" required withAsterisk={false} />
        <NewPasswordFields />
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
