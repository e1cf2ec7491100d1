import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { PasswordLink } from '../api/passwordLinks';
import { CopyableText } from '../ui/CopyableText';
import { Icon } from '../ui/Icon';
import { absoluteTime } from '../ui/time';

interface PasswordLinkViewProps {
  link: PasswordLink;
  onDone: () => void;
}

// PasswordLinkView shows a new link, or where it was sent.
export function PasswordLinkView({ link, onDone }: PasswordLinkViewProps) {
  return (
    <Stack>
      {link.url ? (
        <>
          <Alert variant="outline" icon={<Icon name="info" />}>
            Copy the link now. It is shown only once. Send it to the user over a secure channel.
          </Alert>
          <CopyableText label="Link" text={link.url} copyLabel="Copy link" hasFocus />
        </>
      ) : (
        <Alert variant="outline" icon={<Icon name="info" />}>
          A mail with the link was sent to {link.sentTo}.
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        The link works once, until {absoluteTime(new Date(link.expiresAt))}. A newer link replaces it.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
