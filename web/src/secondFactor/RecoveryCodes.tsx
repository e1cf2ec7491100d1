import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { CopyableText } from '../ui/CopyableText';
import { download } from '../ui/download';
import { Icon } from '../ui/Icon';

interface RecoveryCodesProps {
  codes: string[];
  onDone: () => void;
}

// RecoveryCodes shows the codes once. Only the component around it stores them.
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
  return (
    <Stack>
      <Alert variant="outline" icon={<Icon name="info" />}>
        Keep these recovery codes in a safe place. They are shown only once.
      </Alert>
      <CopyableText label="Recovery codes" text={text} copyLabel="Copy codes" hasFocus />
      <Text size="sm" c="dimmed">
        Each of them signs you in once, with your password, if you lose your authenticator application.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => download('millrace-recovery-codes.txt', `${text}\n`)}>
          Download
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
    </Stack>
  );
}
