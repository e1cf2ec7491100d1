import { Button, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { ProblemAlert } from '../ui/ProblemAlert';
import classes from './StandalonePage.module.css';

// PageError replaces a page that could not be rendered.
export function PageError({ error, reset }: ErrorComponentProps) {
  useDocumentTitle('Something went wrong · Millrace');
  return (
    <div className={classes.page}>
      <Title order={1} size="h2">
        This page could not be shown
      </Title>
      <ProblemAlert error={error} onRetry={reset} />
      <Button component={Link} to="/projects" variant="default">
        Go to the projects
      </Button>
    </div>
  );
}
