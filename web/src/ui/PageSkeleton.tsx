import { Skeleton, Stack } from '@mantine/core';
import { TableSkeleton } from './TableSkeleton';

export function PageSkeleton() {
  return (
    <Stack gap="lg">
      <Skeleton height={30} width={220} />
      <TableSkeleton />
    </Stack>
  );
}
