import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../api/session';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';

// AdministratorsOnly shows a notice to other users instead of a page whose requests all fail. The server enforces
// the permission.
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const me = useSuspenseQuery(meQuery).data;
  if (me.user.organizationRole === 'organizationAdministrator') return children;
  return (
    <Panel>
      <EmptyState icon="key" title="For administrators of the organization">
        Your role does not include this page. Ask an administrator of {me.organization.name}.
      </EmptyState>
    </Panel>
  );
}
