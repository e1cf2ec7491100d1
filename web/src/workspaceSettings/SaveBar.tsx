import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '../ui/ActionButton';
import { LeaveDialog } from '../ui/LeaveDialog';

interface SaveBarProps {
  mayChange: boolean;
  isChanged: boolean;
  // Why the changes cannot be saved.
  problem?: string;
  isWorking: boolean;
  onSave: () => void;
  onReset: () => void;
  // Further actions, on the left.
  children?: ReactNode;
}

// The address has the tab, and the node type that is open.
const parts = ['tab', 'item'];

// SaveBar saves or resets the changes of a tab, and asks before they are lost.
export function SaveBar({ mayChange, isChanged, problem, isWorking, onSave, onReset, children }: SaveBarProps) {
  if (!mayChange) {
    return (
      <Text size="sm" c="dimmed">
        Your roles do not include changing this.
      </Text>
    );
  }
  return (
    <Group justify="space-between">
      <LeaveDialog isDirty={isChanged} title="There are unsaved changes" parts={parts} />
      <Group gap="sm">{children}</Group>
      <Group gap="sm">
        {isChanged && (
          <Button variant="default" onClick={onReset}>
            Reset
          </Button>
        )}
        <ActionButton reason={problem ?? (isChanged ? undefined : 'Nothing has changed.')} loading={isWorking} onClick={onSave}>
          Save
        </ActionButton>
      </Group>
    </Group>
  );
}
