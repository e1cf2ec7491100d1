import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';

const pageSize = 200;

// useRows renders a long list in parts, because a table of ten thousand rows would freeze the page. The second
// value belongs below the table; it is empty when all rows are shown.
export function useRows<T>(all: T[]): [rows: T[], more: ReactNode] {
  const [limit, setLimit] = useState(pageSize);
  const rows = all.slice(0, limit);
  if (rows.length === all.length) return [rows, null];
  const more = (
    <Group justify="center" p="sm">
      <Text size="sm" c="dimmed">
        {rows.length} of {all.length} shown. The filter searches all.
      </Text>
      <Button variant="default" size="compact-sm" onClick={() => setLimit(limit + pageSize)}>
        Show {Math.min(pageSize, all.length - limit)} more
      </Button>
    </Group>
  );
  return [rows, more];
}
