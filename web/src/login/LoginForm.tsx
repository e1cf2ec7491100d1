import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverQuery } from '../api/server';
import { signInMethodsQuery } from '../api/singleSignOn';
import { type Fields, submitted } from '../ui/form';
import { ProblemAlert } from '../ui/ProblemAlert';
import { PasswordStep } from './PasswordStep';
import { Providers } from './Providers';

interface LoginFormProps {
  // The address of a user whose session has ended.
  email?: string;
  // The page to show after a sign-in through an identity provider.
  next?: string;
  onSignedIn: (userID: string) => void;
}

// LoginForm asks for the e-mail address first, and then for the password or offers the identity provider. On the host of an
// organization with an identity provider it offers the provider first.
export function LoginForm({ email: known, next, onSignedIn }: LoginFormProps) {
  const [email, setEmail] = useState(known ?? '');
  const [usesPassword, setUsesPassword] = useState(false);
  const methods = useQuery(signInMethodsQuery(email));
  const providers = methods.data?.providers ?? [];
  const server = useQuery(serverQuery).data;

  if (known) {
    return (
      <Stack>
        <PasswordStep email={known} onSignedIn={onSignedIn} />
        {providers.length > 0 && <Providers providers={providers} next={next} isSecondary />}
      </Stack>
    );
  }
  // The first answer is about the host. A form in the meantime would be replaced under the hands of the user.
  if (methods.isPending && !email) return <div aria-busy="true" />;
  if (providers.length > 0 && !usesPassword) {
    return (
      <Stack>
        <Providers providers={providers} next={next} />
        {methods.data?.isPasswordRefused && (
          <Text size="sm" c="dimmed">
            This organization requires single sign-on. Only break-glass administrators sign in with a password.
          </Text>
        )}
        <Anchor component="button" type="button" size="sm" underline="always" ta="left" onClick={() => setUsesPassword(true)}>
          Use a password
        </Anchor>
      </Stack>
    );
  }
  if (usesPassword || (email && methods.isSuccess)) {
    return <PasswordStep email={email || undefined} canReset={server?.sendsMail} onSignedIn={onSignedIn} />;
  }
  return <EmailStep email={email} error={email ? methods.error : null} isWorking={methods.isFetching} onEmail={setEmail} />;
}

interface EmailStepProps {
  email: string;
  error: Error | null;
  isWorking: boolean;
  onEmail: (email: string) => void;
}

function EmailStep({ email, error, isWorking, onEmail }: EmailStepProps) {
  return (
    <form onSubmit={submitted(({ email: typed = '' }: Fields) => onEmail(typed.trim()))}>
      <Stack>
        {error && <ProblemAlert error={error} />}
        <TextInput name="email" type="email" label="E-mail" autoComplete="username" required withAsterisk={false} defaultValue={email} autoFocus />
        <Button type="submit" loading={isWorking && Boolean(email)} mt="xs">
          Continue
        </Button>
      </Stack>
    </form>
  );
}
