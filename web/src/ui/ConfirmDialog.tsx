import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog';
import { ProblemAlert } from './ProblemAlert';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  action: string;
  // The text of the button that closes the dialog, where "Cancel" would be ambiguous.
  keep?: string;
  // The consequences, with counts if there are any.
  children: ReactNode;
  error: unknown;
  isWorking: boolean;
  // True if nothing is lost, so that the button is not red.
  isHarmless?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, action, keep = 'Cancel', children, error, isWorking, isHarmless, onConfirm, onClose } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Stack>
        {children}
        {error != null && <ProblemAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {keep}
          </Button>
          <Button color={isHarmless ? undefined : 'red.9'} loading={isWorking} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
