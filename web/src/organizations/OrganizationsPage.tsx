import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationsPath, organizationsQuery } from '../api/organizations';
import { meQuery } from '../api/session';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { MoreRows } from '../ui/MoreRows';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { TableSkeleton } from '../ui/TableSkeleton';
import { counted } from '../ui/text';
import { CreateOrganizationDialog } from './CreateOrganizationDialog';
import { OrganizationTable } from './OrganizationTable';

// OrganizationsPage is for operators: the organizations of the installation, what they use, and their quotas.
export function OrganizationsPage() {
  const me = useSuspenseQuery(meQuery).data;
  return (
    <Stack gap="lg">
      <PageHeader
        title="Organizations"
        description="The organizations of this server, what they use, and their quotas."
        actions={me.isOperator && <CopyAsCurl path={organizationsPath} command="millrace organizations" />}
      />
      {me.isOperator ? <Organizations /> : <OperatorsOnly />}
    </Stack>
  );
}

function Organizations() {
  const list = useInfiniteQuery(organizationsQuery);
  const [isCreating, setCreating] = useState(false);
  const organizations = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <Group justify="flex-end">
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
          Create organization
        </Button>
      </Group>
      {list.isError && <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <TableSkeleton />}
      {list.data && (
        <>
          <OrganizationTable organizations={organizations} />
          <MoreRows
            shown={organizations.length}
            total={counted(list.data.pages.at(-1)?.total ?? organizations.length, 'organization')}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        </>
      )}
      <CreateOrganizationDialog opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function OperatorsOnly() {
  return (
    <Panel>
      <EmptyState icon="key" title="For operators of the server">
        <code>millrace user grant-operator EMAIL</code> on the server&apos;s machine makes an administrator an operator.
      </EmptyState>
    </Panel>
  );
}
