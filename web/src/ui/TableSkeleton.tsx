import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { Panel } from './Panel';

export function TableSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <Panel>
      <Stack gap="md" p="lg" aria-busy="true">
        <VisuallyHidden role="status">Loading</VisuallyHidden>
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton key={index} height={18} width={`${92 - index * 9}%`} />
        ))}
      </Stack>
    </Panel>
  );
}
