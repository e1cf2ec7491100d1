import { Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { runsPath, runsQuery } from '../api/runs';
import type { RunInfo } from '../api/types';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { TableSkeleton } from '../ui/TableSkeleton';
import { counted } from '../ui/text';
import { useNow } from '../ui/useNow';
import { BulkRerun } from './BulkRerun';
import { CopyAsCommand } from './CopyAsCommand';
import { RunFilterBar } from './RunFilterBar';
import { RunStrip } from './RunStrip';
import { RunTable } from './RunTable';
import { UnresolvedBlock } from './UnresolvedBlock';
import { runsCommand } from './command';
import { timeZone } from './duration';
import { useRunsKeys } from './useRunsKeys';

const route = getRouteApi('/signedIn/runs');
const typingMilliseconds = 250;

// RunsPage lists runs, newest first, with what went wrong in one line.
export function RunsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow();
  const [q] = useDebouncedValue(search.q, typingMilliseconds);
  const list = useInfiniteQuery({ ...runsQuery({ ...search, q }), placeholderData: keepPreviousData });
  const runs = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) => setTicked((old) => new Set(old.has(id) ? [...old].filter((other) => other !== id) : [...old, id]));
  useRunsKeys(toggle);
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Stack gap="md">
      <PageHeader
        title="Runs"
        description={`Of every project that you can see. Times are in ${timeZone}.`}
        actions={
          <>
            <CopyAsCurl path={runsPath(search)} />
            <CopyAsCommand command={runsCommand(search)} />
          </>
        }
      />
      <UnresolvedBlock />
      <RunFilterBar />
      <RunStrip runs={runs} now={now.getTime()} onSpan={(from, to) => void navigate({ search: (old) => ({ ...old, from, to }) })} />
      {list.isError && <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <TableSkeleton rows={8} />}
      {list.data && runs.length === 0 && (isFiltered ? <NoMatch /> : <NoRuns />)}
      {runs.length > 0 && <RunTable runs={runs} ticked={ticked} onToggle={toggle} />}
      {runs.length > 0 && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {runs.length} of {counted(list.data?.pages.at(-1)?.total ?? runs.length, 'run')}
          </Text>
          {list.hasNextPage && (
            <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show older
            </Button>
          )}
        </Group>
      )}
      <BulkRerun runs={tickedRuns(runs, ticked)} onDone={() => setTicked(new Set())} />
    </Stack>
  );
}

function tickedRuns(runs: RunInfo[], ticked: ReadonlySet<number>): RunInfo[] {
  return runs.filter(({ id }) => ticked.has(id));
}

function NoRuns() {
  return (
    <Panel>
      <EmptyState icon="runs" title="Nothing ran yet" action={<Button component={Link} to="/deploy">Go to Deploy</Button>}>
        A run deploys an environment or refreshes its data. Deploy an environment, then run it from there, from a schedule or with the API.
      </EmptyState>
    </Panel>
  );
}

function NoMatch() {
  return (
    <Panel>
      <EmptyState
        icon="search"
        title="No run matches"
        action={
          <Button variant="default" component={Link} to="/runs">
            Clear the filters
          </Button>
        }
      >
        Change or clear the filters.
      </EmptyState>
    </Panel>
  );
}
