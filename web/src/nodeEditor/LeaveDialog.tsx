import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Dialog } from '../ui/Dialog';
import { counted } from '../ui/text';
import { commitField, isUncommitted } from './commitField';
import { removeDraft } from './storedDraft';
import type { NodeEditor } from './useNodeEditor';

// LeaveDialog asks before the page with unsaved changes is left. The browser keeps the draft unless it is discarded.
export function LeaveDialog({ editor }: { editor: NodeEditor }) {
  const isDirty = editor.changes > 0 && !editor.isReadOnly;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      // What was typed into a field becomes part of the draft.
      const isTyping = !editor.isReadOnly && isUncommitted();
      if (isTyping) commitField();
      return isDirty || isTyping;
    },
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  const discard = () => {
    editor.discard();
    removeDraft(editor.key);
    proceed?.();
  };
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title={`${counted(editor.changes, 'unsaved change')} of ${editor.node.name}`}>
      <Stack>
        <Text>This browser keeps them until you come back. Other people do not see them.</Text>
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={discard}>
            Discard them
          </Button>
          <Button variant="default" onClick={() => proceed?.()}>
            Leave and keep them
          </Button>
          <Button onClick={() => reset?.()} data-autofocus>
            Stay
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
