import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Dialog } from './Dialog';

interface LeaveDialogProps {
  isDirty: boolean;
  // What is lost, such as "2 unsaved changes of Every morning".
  title: string;
}

// LeaveDialog asks before a page with unsaved changes is left. A navigation with ignoreBlocker does not ask.
export function LeaveDialog({ isDirty, title }: LeaveDialogProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title={title}>
      <Stack>
        <Text>If you leave the page, they are lost.</Text>
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={() => proceed?.()}>
            Leave without saving
          </Button>
          <Button onClick={() => reset?.()} data-autofocus>
            Stay
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
