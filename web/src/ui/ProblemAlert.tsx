import { Alert, Button, Text } from '@mantine/core';
import { problemOf } from '../api/problem';
import { Icon } from './Icon';
import { sentence } from './text';

interface ProblemAlertProps {
  error: unknown;
  onRetry?: () => void;
}

// ProblemAlert shows the message, the hint and the request id of an error.
export function ProblemAlert({ error, onRetry }: ProblemAlertProps) {
  const problem = problemOf(error);
  return (
    <Alert variant="outline" color="red" role="alert" icon={<Icon name="alert" />} title={sentence(problem.message)} data-problem>
      <Text size="sm">{problem.hint}</Text>
      {problem.requestID && (
        <Text size="xs" c="dimmed" mt={4}>
          Request <code>{problem.requestID}</code>
        </Text>
      )}
      {onRetry && (
        <Button size="xs" variant="default" mt="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}
