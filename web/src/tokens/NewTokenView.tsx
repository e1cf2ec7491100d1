import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { curlLine } from '../api/curl';
import { serverQuery } from '../api/server';
import { CopyableText } from '../ui/CopyableText';
import { Icon } from '../ui/Icon';

interface NewTokenViewProps {
  token: string;
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
      <CopyableText label="Access token" text={token} copyLabel="Copy token" hasFocus />
      <CopyableText
        label="Try it in a terminal"
        text={curlLine({ baseURL, path: '/api/v1/environments', token })}
        copyLabel="Copy curl line"
      />
      <Text size="sm" c="dimmed">
        The token never expires. It is revoked when you revoke it here, when your user is deleted or disabled, and when
        your password or e-mail address changes.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
