import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Dialog } from './Dialog';

interface LeaveDialogProps {
  isDirty: boolean;
  // What is lost, such as "2 unsaved changes of Every morning".
  title: string;
  // The parts of the address that show something else, such as the tab.
  parts?: string[];
}

// LeaveDialog asks before a page with unsaved changes is left. A navigation with ignoreBlocker does not ask.
export function LeaveDialog({ isDirty, title, parts = [] }: LeaveDialogProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && (current.pathname !== next.pathname || isOther(parts, current.search, next.search)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title={title}>
      <Stack>
        <Text>If you leave the page, what you entered is lost.</Text>
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

const valueOf = (search: object, part: string) => (search as Record<string, unknown>)[part];

function isOther(parts: string[], current: object, next: object): boolean {
  return parts.some((part) => valueOf(current, part) !== valueOf(next, part));
}
