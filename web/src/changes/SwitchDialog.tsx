import { Button, Group, Stack, Text } from '@mantine/core';
import type { useSwitchBranch } from '../api/workspaceGit';
import { Dialog } from '../ui/Dialog';
import { ProblemAlert } from '../ui/ProblemAlert';
import { counted } from '../ui/text';
import { useLast } from '../ui/useLast';
import { type ChangeItem, lossText, sumLines } from './items';

interface SwitchDialogProps {
  // The branch to switch to; absent while the dialog is closed.
  target: string | undefined;
  items: ChangeItem[];
  change: ReturnType<typeof useSwitchBranch>;
  onClose: () => void;
  onSwitched: (branch: string) => void;
}

// SwitchDialog asks what to do with uncommitted changes: commit them first, or discard them.
export function SwitchDialog({ target, items, change, onClose, onSwitched }: SwitchDialogProps) {
  const branch = useLast(target) ?? '';
  const count = counted(items.length, 'uncommitted change');

  function close() {
    change.reset();
    onClose();
  }

  function commitFirst() {
    close();
    // After the dialog has returned the focus.
    setTimeout(() => document.getElementById('commit-message')?.focus(), 100);
  }

  return (
    <Dialog opened={target !== undefined} onClose={close} title={`Switch to ${branch}?`}>
      <Stack>
        <Text size="sm">
          The workspace has {count}, and {branch} has other commits. Commit first; or discard: {lossText(sumLines(items))}
        </Text>
        {change.error && <ProblemAlert error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red.9"
            variant="outline"
            loading={change.isPending}
            onClick={() => change.mutate({ branch, discard: true }, { onSuccess: () => onSwitched(branch) })}
          >
            Discard {counted(items.length, 'change')} and switch
          </Button>
          <Button onClick={commitFirst}>Commit first</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
