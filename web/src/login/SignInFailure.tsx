import { Alert, Text } from '@mantine/core';
import { Icon } from '../ui/Icon';
import { signInError } from './signInErrors';

// SignInFailure explains why a sign-in through an identity provider failed, with its code and the id of the request.
export function SignInFailure({ code, requestID }: { code: string; requestID?: string }) {
  const { title, hint } = signInError(code);
  return (
    <Alert variant="outline" color="red" role="alert" icon={<Icon name="alert" />} title={title} data-problem>
      <Text size="sm">{hint}</Text>
      <Text size="xs" c="dimmed" mt={4}>
        Code <code>{code}</code>
        {requestID && (
          <>
            , request <code>{requestID}</code>
          </>
        )}
      </Text>
    </Alert>
  );
}
