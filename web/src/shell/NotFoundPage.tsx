import { Button, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { Wordmark } from '../ui/Wordmark';
import classes from './StandalonePage.module.css';

export function NotFoundPage() {
  const { pathname } = useLocation();
  useDocumentTitle('Page not found · Millrace');
  return (
    <main id="main" className={classes.page} tabIndex={-1}>
      <Wordmark />
      <Title order={1} size="h2">
        This page does not exist
      </Title>
      <Text c="dimmed">
        There is nothing at <code>{pathname}</code>. Check the address, or start from the projects.
      </Text>
      <Button component={Link} to="/projects">
        Go to the projects
      </Button>
    </main>
  );
}
