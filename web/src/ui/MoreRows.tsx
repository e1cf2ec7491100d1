import { Button, Group, Text } from '@mantine/core';

interface MoreRowsProps {
  // The number of rows that are shown, and of all in words.
  shown: number;
  total: string;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}

// MoreRows stands below a table whose rows the server returns in pages.
export function MoreRows({ shown, total, hasMore, isLoading, onMore }: MoreRowsProps) {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {shown} of {total}
      </Text>
      {hasMore && (
        <Button variant="default" size="xs" loading={isLoading} onClick={onMore}>
          Show more
        </Button>
      )}
    </Group>
  );
}
