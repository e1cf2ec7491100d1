import { Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { type AuditFilters, auditExportPath, auditPath, auditQuery } from '../api/audit';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { TableSkeleton } from '../ui/TableSkeleton';
import { counted } from '../ui/text';
import { AuditFilterBar } from './AuditFilterBar';
import { AuditTable } from './AuditTable';

const route = getRouteApi('/signedIn/admin/audit');
const typingMilliseconds = 250;

// AuditPage lists who changed what, newest first.
export function AuditPage() {
  const { entry: _open, ...filters } = route.useSearch();
  const [actor] = useDebouncedValue(filters.actor, typingMilliseconds);
  const list = useInfiniteQuery({ ...auditQuery({ ...filters, actor }), placeholderData: keepPreviousData });
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Stack gap="md">
      <PageHeader
        title="Audit log"
        description="Who changed what, and which sign-ins and changes were refused. Entries cannot be changed; millrace audit verify proves it."
        actions={
          <>
            <CopyAsCurl path={auditPath(filters)} command="millrace audit list" />
            <ExportButtons filters={filters} />
          </>
        }
      />
      <AuditFilterBar />
      {list.isError && <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <TableSkeleton rows={8} />}
      {list.data && entries.length === 0 && (isFiltered ? <NoMatch /> : <NothingRecorded />)}
      {entries.length > 0 && <AuditTable entries={entries} />}
      {entries.length > 0 && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {entries.length} of {counted(list.data?.pages.at(-1)?.total ?? entries.length, 'entry', 'entries')}
          </Text>
          {list.hasNextPage && (
            <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show older
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

function ExportButtons({ filters }: { filters: AuditFilters }) {
  return (
    <>
      {(['csv', 'jsonl'] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          component="a"
          href={auditExportPath(filters, format)}
          download={`audit.${format}`}
          leftSection={<Icon name="download" size={16} />}
        >
          Export {format === 'csv' ? 'CSV' : 'JSON lines'}
        </Button>
      ))}
    </>
  );
}

function NothingRecorded() {
  return (
    <Panel>
      <EmptyState icon="audit" title="Nothing was recorded yet">
        The log records every change of users, roles, tokens, projects, workspaces, environments, connections, schedules and webhooks, every run that
        a person starts or cancels, and every sign-in, also those that were refused.
      </EmptyState>
    </Panel>
  );
}

function NoMatch() {
  return (
    <Panel>
      <EmptyState
        icon="search"
        title="No entry matches"
        action={
          <Button variant="default" component={Link} to="/admin/audit">
            Clear the filters
          </Button>
        }
      >
        Change or clear the filters.
      </EmptyState>
    </Panel>
  );
}
