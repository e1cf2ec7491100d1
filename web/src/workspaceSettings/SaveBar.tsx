import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '../ui/ActionButton';

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

// SaveBar saves or resets the changes of a tab.
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
