import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { serverStateQuery } from '../api/server';
import { AdministratorsOnly } from '../shell/AdministratorsOnly';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { PageHeader } from '../ui/PageHeader';
import { QueryView } from '../ui/QueryView';
import { LeaseTable } from './LeaseTable';
import { QueueTable } from './QueueTable';
import { RetentionTable } from './RetentionTable';
import { ServerFacts } from './ServerFacts';
import { WorkerTable } from './WorkerTable';

export function ServerPage() {
  return (
    <Stack gap="lg">
      <PageHeader
        title="Server"
        description="The process that answers, its database and disk, and the work of your organization that waits and runs."
        actions={<CopyAsCurl path="/api/v1/serverState" command="millrace server" />}
      />
      <AdministratorsOnly>
        <State />
      </AdministratorsOnly>
    </Stack>
  );
}

function State() {
  const state = useQuery(serverStateQuery);
  return (
    <QueryView query={state}>
      {(loaded) => (
        <Stack gap="lg">
          <ServerFacts state={loaded} />
          <QueueTable queue={loaded.queue} />
          <WorkerTable worker={loaded.worker} />
          <LeaseTable state={loaded} />
          <RetentionTable state={loaded} />
        </Stack>
      )}
    </QueryView>
  );
}
