import { Alert, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { serverQuery } from '../api/server';
import type { LoginNotice } from '../app/search';
import { ColorSchemeChoice } from '../ui/ColorSchemeChoice';
import { Icon } from '../ui/Icon';
import { Wordmark } from '../ui/Wordmark';
import { LoginForm } from './LoginForm';
import classes from './LoginPage.module.css';
import { WaterLine } from './WaterLine';

const notices: Record<LoginNotice, string> = {
  passwordChanged: 'Your password was changed and all your access tokens were revoked. Sign in with the new password.',
  signedOut: 'You are signed out. Your access tokens stay valid.',
};

const route = getRouteApi('/login');

export function LoginPage() {
  const { next, notice } = route.useSearch();
  const server = useQuery(serverQuery).data;
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
        <LoginForm next={next ?? '/'} />
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
