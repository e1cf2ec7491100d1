import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { curlLine } from '../api/curl';
import { serverQuery } from '../api/server';
import type { NewToken } from '../api/types';
import { CopyableText } from '../ui/CopyableText';
import { Icon } from '../ui/Icon';

interface NewTokenViewProps {
  token: NewToken;
  onDone: () => void;
}

export function NewTokenView({ token, onDone }: NewTokenViewProps) {
  const server = useQuery(serverQuery).data;
  const baseURL = server?.baseURL ?? window.location.origin;
  return (
    <Stack>
      <Alert variant="outline" icon={<Icon name="info" />}>
        Copy the token now. It is shown only once.
      </Alert>
      <CopyableText label="Access token" text={token.token} copyLabel="Copy token" hasFocus />
      <CopyableText
        label="Try it in a terminal"
        text={curlLine({ baseURL, path: '/api/v1/environments', token: token.token })}
        copyLabel="Copy curl line"
      />
      <Text size="sm" c="dimmed">
        {token.expiresAt ? `The token expires on ${new Date(token.expiresAt).toLocaleDateString()}.` : 'The token never expires.'} It is revoked
        when you revoke it here, when its user is deleted or disabled, when the password or e-mail address of the user changes, and when the
        second factor is turned on or off.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
