import { Alert, Button, PasswordInput, Stack, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Problem } from '../api/problem';
import { useChangePassword } from '../api/session';
import { tokensQuery } from '../api/tokens';
import { type Fields, submitted } from '../ui/form';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { counted } from '../ui/text';

const minimumLength = 10;

export function PasswordSection() {
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
    <section aria-labelledby="password-title">
      <Title order={2} size="h3" id="password-title" mb="md">
        Change password
      </Title>
      <form onSubmit={submitted(submit)}>
        <Stack maw={420}>
          <RevocationWarning />
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
    </section>
  );
}

function RevocationWarning() {
  const total = useQuery(tokensQuery).data?.total;
  return (
    <Alert variant="outline" color="orange" icon={<Icon name="alert" />} title="Changing your password revokes all your access tokens">
      {total === undefined ? 'Your tokens are' : `${counted(total, 'token')} will be`} revoked at once. Clients that use them
      get 401, and all your browser sessions end. Generate new tokens afterwards.
    </Alert>
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
