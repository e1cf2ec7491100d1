import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRequestPasswordReset } from '../api/passwordLinks';
import { type Fields, submitted } from '../ui/form';
import { Icon } from '../ui/Icon';
import { LoginProblem } from './LoginProblem';
import { SmallPage } from './SmallPage';
import { useCountdown } from './useCountdown';

// ForgotPasswordPage requests a link by mail. Its answer is the same whether or not the address has a user.
export function ForgotPasswordPage() {
  const request = useRequestPasswordReset();
  const secondsToWait = useCountdown(request.error);
  return (
    <SmallPage title="Forgot your password?" description="Enter your e-mail address, and you get a link for a new password.">
      {request.isSuccess ? (
        <Alert variant="outline" icon={<Icon name="info" />} role="status" title="Look into your mail">
          If a user with a password has this address, a mail with a link is on its way. It may take some minutes. If none comes, sign in with
          your identity provider, or ask an administrator of your organization for a link.
        </Alert>
      ) : (
        <form onSubmit={submitted(({ email = '' }: Fields) => request.mutate(email.trim()))}>
          <Stack>
            {request.error && <LoginProblem error={request.error} secondsToWait={secondsToWait} />}
            <TextInput name="email" type="email" label="E-mail" autoComplete="username" required withAsterisk={false} autoFocus />
            <Button type="submit" loading={request.isPending} disabled={secondsToWait > 0} mt="xs">
              {secondsToWait > 0 ? `Wait ${secondsToWait} s` : 'Send link'}
            </Button>
          </Stack>
        </form>
      )}
      <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/login" />}>
        Back to the sign-in
      </Anchor>
    </SmallPage>
  );
}
