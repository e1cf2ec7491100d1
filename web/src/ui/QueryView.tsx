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

// QueryView shows the skeleton, the error or the data. Data that could not be refreshed stays in sight below
// the error: old is better than gone.
export function QueryView<T>({ query, children, skeleton = <TableSkeleton /> }: QueryViewProps<T>) {
  if (query.isPending) return skeleton;
  return (
    <Stack gap="md">
      {query.isError && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </Stack>
  );
}
