import { Alert, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { serverQuery } from '../api/server';
import { meQuery } from '../api/session';
import type { LoginNotice } from '../app/search';
import { resumeSession } from '../shell/sessionEnd';
import { ColorSchemeChoice } from '../ui/ColorSchemeChoice';
import { Icon } from '../ui/Icon';
import { useModal } from '../ui/useModal';
import { Wordmark } from '../ui/Wordmark';
import { LoginForm } from './LoginForm';
import classes from './LoginPage.module.css';
import { SignInFailure } from './SignInFailure';
import { WaterLine } from './WaterLine';

const notices: Record<LoginNotice, string> = {
  passwordChanged: 'Your password was changed and all your access tokens were revoked. Sign in with the new password.',
  signedOut: 'You are signed out. Your access tokens stay valid.',
};

const route = getRouteApi('/login');

export function LoginPage() {
  const { next, notice, error, requestID } = route.useSearch();
  const server = useQuery(serverQuery).data;
  const router = useRouter();
  const queryClient = useQueryClient();
  useDocumentTitle('Sign in · Millrace');
  return (
    <div className={classes.page}>
      <WaterLine />
      <main id="main" className={classes.card} tabIndex={-1}>
        <Wordmark size={34} />
        <div>
          <Title order={1} size="h3">
            {server?.organization ? `Sign in to ${server.organization}` : 'Sign in'}
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            See, plan, run and repair your data transformations.
          </Text>
        </div>
        {notice && (
          <Alert variant="outline" icon={<Icon name="info" />} role="status">
            {notices[notice]}
          </Alert>
        )}
        {error && <SignInFailure code={error} requestID={requestID} />}
        <LoginForm
          next={next}
          onSignedIn={() => {
            queryClient.removeQueries({ queryKey: ['me'] });
            router.history.push(next ?? '/');
          }}
        />
      </main>
      <footer className={classes.foot}>
        <ColorSchemeChoice />
        <Text size="sm" c="dimmed" data-server>
          {server && `Millrace ${server.version} at ${new URL(server.baseURL).host}`}
        </Text>
      </footer>
    </div>
  );
}

// SignInAgain covers a page whose session has ended until the user has signed in. The page below keeps everything that was
// typed. It is part of this file so that no other page has to load the form.
export function SignInAgain() {
  const dialog = useRef<HTMLDialogElement>(null);
  const router = useRouter();
  const queryClient = useQueryClient();
  const before = useQuery({ ...meQuery, enabled: false }).data?.user;
  useModal(dialog);

  function goOn(userID: string) {
    resumeSession();
    if (userID === before?.id) {
      void queryClient.invalidateQueries();
      return;
    }
    // Another user must not see what the page shows.
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'server' });
    void router.navigate({ to: '/', ignoreBlocker: true });
  }

  return createPortal(
    <dialog
      ref={dialog}
      className={classes.again}
      aria-labelledby="sign-in-again"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <div className={classes.card}>
        <Wordmark size={34} />
        <div>
          <Title order={1} size="h3" id="sign-in-again">
            Sign in again
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            Your session has ended. The page keeps what you entered.
          </Text>
        </div>
        <LoginForm email={before?.email} next={router.state.location.href} onSignedIn={goOn} />
      </div>
    </dialog>,
    document.body,
  );
}
