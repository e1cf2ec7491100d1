import { Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemAlert } from './ProblemAlert';
import { TableSkeleton } from './TableSkeleton';

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
  skeleton?: ReactNode;
}

// QueryView shows the skeleton, the error or the data. If a refresh fails, it shows the old data below the error.
export function QueryView<T>({ query, children, skeleton = <TableSkeleton /> }: QueryViewProps<T>) {
  if (query.isPending) return skeleton;
  return (
    <Stack gap="md">
      {query.isError && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </Stack>
  );
}
