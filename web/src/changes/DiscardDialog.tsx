import { Text } from '@mantine/core';
import { useDiscardChanges } from '../api/workspaceGit';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { counted } from '../ui/text';
import { useLast } from '../ui/useLast';
import type { ChangesContext } from './ChangesSurface';
import { type ChangeItem, lossText, sumLines } from './items';

interface DiscardDialogProps extends Pick<ChangesContext, 'project' | 'workspace'> {
  // Absent while nothing is to be discarded.
  items: ChangeItem[] | undefined;
  onClose: () => void;
}

// DiscardDialog says what is lost, in lines.
export function DiscardDialog({ items: doomed, project, workspace, onClose }: DiscardDialogProps) {
  const items = useLast(doomed) ?? [];
  const discard = useDiscardChanges({ projectID: project.id, workspaceID: workspace.id });
  const what = items.length === 1 ? `the change of ${items[0]!.title}` : counted(items.length, 'change');

  function close() {
    discard.reset();
    onClose();
  }

  function confirm() {
    discard.mutate(
      items.map(({ file }) => file.path),
      {
        onSuccess: () => {
          announce(`Discarded ${what}`);
          close();
        },
      },
    );
  }

  return (
    <ConfirmDialog
      opened={doomed !== undefined}
      title={`Discard ${what}?`}
      action="Discard"
      error={discard.error}
      isWorking={discard.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text size="sm">{lossText(sumLines(items))}</Text>
      {items.length === 1 && (
        <Text size="sm">
          {items[0]!.mark === 'A' ? 'The file is deleted' : 'The file is restored'}: <code>{items[0]!.file.path}</code>
        </Text>
      )}
    </ConfirmDialog>
  );
}
