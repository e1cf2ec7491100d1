import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { CopyableText } from '../ui/CopyableText';
import { Icon } from '../ui/Icon';

interface NewSecretViewProps {
  secret: string;
  isRotated?: boolean;
  onDone: () => void;
}

export function NewSecretView({ secret, isRotated, onDone }: NewSecretViewProps) {
  return (
    <Stack>
      <Alert variant="outline" icon={<Icon name="info" />}>
        Copy the secret now. It is shown only once.
      </Alert>
      <CopyableText label="Secret" text={secret} copyLabel="Copy secret" hasFocus />
      <Text size="sm" c="dimmed">
        The receiver verifies the signature of each message with it. Any library for Standard Webhooks can do that.
        {isRotated && ' The old secret also signs for 24 hours.'}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
