import { Skeleton } from '@mantine/core';
import { type ComponentProps, Suspense, lazy } from 'react';

const TextEditor = lazy(() => import('./TextEditor'));

// LazyTextEditor loads the editor with the first text that is edited.
export function LazyTextEditor(props: ComponentProps<typeof TextEditor>) {
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <TextEditor {...props} />
    </Suspense>
  );
}
