import { Button, Group } from '@mantine/core';

interface FormActionsProps {
  submit: string;
  isWorking: boolean;
  onCancel: () => void;
}

export function FormActions({ submit, isWorking, onCancel }: FormActionsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isWorking}>
        {submit}
      </Button>
    </Group>
  );
}
