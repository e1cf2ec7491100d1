import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { connectionsPath, connectionsQuery } from '../api/connections';
import { platformNames } from '../projects/platforms';
import { AdministratorsOnly } from '../shell/AdministratorsOnly';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { FilterField } from '../ui/FilterField';
import { Icon } from '../ui/Icon';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { contains } from '../ui/text';
import { ConnectionTable } from './ConnectionTable';
import { CreateConnectionDialog } from './CreateConnectionDialog';

const route = getRouteApi('/signedIn/admin/connections');

export function ConnectionsPage() {
  return (
    <Stack gap="lg">
      <PageHeader
        title="Connections"
        description="How to reach the databases. A password is sealed before it is stored, and never shown again."
        actions={<CopyAsCurl path={connectionsPath} command="millrace connections" />}
      />
      <AdministratorsOnly>
        <Connections />
      </AdministratorsOnly>
    </Stack>
  );
}

function Connections() {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const connections = useQuery(connectionsQuery);
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <Group justify="space-between">
        <FilterField
          label="Filter connections"
          value={q}
          onChange={(value) => void navigate({ search: { q: value }, replace: true })}
        />
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
          Create connection
        </Button>
      </Group>
      <QueryView query={connections}>
        {(all) => {
          const shown = all.filter(({ name, platformKind }) => contains(q, name, platformNames[platformKind]));
          return shown.length > 0 ? <ConnectionTable connections={shown} /> : <NoConnection />;
        }}
      </QueryView>
      <CreateConnectionDialog opened={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function NoConnection() {
  return (
    <Panel>
      <EmptyState icon="connections" title="No connections">
        Create one, or change the filter.
      </EmptyState>
    </Panel>
  );
}
