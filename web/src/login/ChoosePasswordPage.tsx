import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { NewPasswordFields, newPasswordOf } from '../account/NewPasswordFields';
import { type PasswordLinkInfo, passwordLinkQuery, useChoosePassword } from '../api/passwordLinks';
import { Problem } from '../api/problem';
import { serverQuery } from '../api/server';
import { type Fields, submitted } from '../ui/form';
import { ProblemAlert } from '../ui/ProblemAlert';
import { absoluteTime } from '../ui/time';
import { useLast } from '../ui/useLast';
import { SmallPage } from './SmallPage';

// ChoosePasswordPage is where the link of an invitation or of a reset leads. The secret is behind the # of the address, which
// browsers do not send. Opening the page does not use the link.
export function ChoosePasswordPage() {
  // The address loses the secret when the next page opens; this one stays until then.
  const token = useLast(useLocation({ select: ({ hash }) => hash || undefined })) ?? '';
  const link = useQuery(passwordLinkQuery(token));
  if (link.data) return <ChoosePassword token={token} link={link.data} />;
  return (
    <SmallPage title="Choose a password" description="This page opens with a link from an invitation or a mail.">
      {token && link.isPending ? <div aria-busy="true" /> : <InvalidLink error={link.error ?? incompleteLink()} />}
    </SmallPage>
  );
}

function ChoosePassword({ token, link }: { token: string; link: PasswordLinkInfo }) {
  const choose = useChoosePassword();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [mismatch, setMismatch] = useState<Problem>();
  const error = mismatch ?? choose.error;
  const isInvitation = link.purpose === 'invitation';

  function submit(fields: Fields) {
    const { password, mismatch: differs } = newPasswordOf(fields);
    setMismatch(differs);
    if (differs) return;
    choose.mutate({ token, password }, { onSuccess: open });
  }

  // open shows the first page in place of this one, so that the address with the link leaves the history. Another user may have
  // been signed in in this browser.
  function open() {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'server' && queryKey[0] !== 'passwordLink' });
    router.history.replace('/');
  }

  return (
    <SmallPage
      title={isInvitation ? `Welcome to ${link.organization}` : 'Choose a new password'}
      description={
        isInvitation
          ? 'Choose a password for your user, and you are signed in.'
          : `For your user in ${link.organization}. You are signed out everywhere else, and your access tokens are revoked.`
      }
    >
      <form onSubmit={submitted(submit)}>
        <Stack>
          {error && <ProblemAlert error={error} />}
          <TextInput label="E-mail" value={link.email} autoComplete="username" readOnly />
          <NewPasswordFields hasFocus />
          <Button type="submit" loading={choose.isPending} mt="xs">
            Set password and sign in
          </Button>
          <Text size="sm" c="dimmed" data-expiry>
            The link works once, until {absoluteTime(new Date(link.expiresAt))}.
          </Text>
        </Stack>
      </form>
    </SmallPage>
  );
}

function InvalidLink({ error }: { error: Error }) {
  const server = useQuery(serverQuery).data;
  return (
    <Stack>
      <ProblemAlert error={error} />
      {server?.sendsMail && (
        <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/forgot-password" />}>
          Request a new link
        </Anchor>
      )}
      <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/login" />}>
        Sign in
      </Anchor>
    </Stack>
  );
}

function incompleteLink(): Problem {
  return new Problem({
    status: 404,
    message: 'the link is not complete',
    hint: 'Open the whole link, with everything behind the #, or ask an administrator of your organization for a new one.',
  });
}
