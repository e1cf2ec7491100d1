import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState';
import { Panel } from './Panel';

interface MissingObjectProps {
  // What does not exist, such as "Run 7".
  name: string;
  // Why; absent for the usual reasons.
  children?: ReactNode;
  // Leads to where the user may find it.
  action: ReactNode;
}

// MissingObject is the page of an object that does not exist or that the user may not see.
export function MissingObject({ name, children, action }: MissingObjectProps) {
  const title = `${name} does not exist`;
  useDocumentTitle(`${title} · Millrace`);
  return (
    <Panel>
      <EmptyState icon="search" title={title} action={action} level={1}>
        {children ?? 'It was deleted, it never existed, or your roles do not let you see it.'}
      </EmptyState>
    </Panel>
  );
}
