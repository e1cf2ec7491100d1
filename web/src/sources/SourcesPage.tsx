import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { meQuery } from '../api/session';
import { connectionCatalogPath } from '../api/sources';
import { mayEditWorkspaces } from '../runs/places';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { AddSources } from './AddSources';

const route = getRouteApi('/signedIn/projects/$projectID/workspaces/$workspaceID/sources');

// SourcesPage adds tables of the connection to a workspace. The open schema and the filter are in the address.
export function SourcesPage() {
  const { projectID, workspaceID } = route.useParams();
  const { database, schema, q } = route.useSearch();
  const navigate = route.useNavigate();
  const me = useSuspenseQuery(meQuery).data;
  const mayEdit = mayEditWorkspaces(me, projectID);
  return (
    <Stack gap="lg">
      <PageHeader
        title="Add sources"
        description="Choose tables and views of the workspace's connection. Each becomes a source with its columns, which other nodes can read."
        actions={<CopyAsCurl path={connectionCatalogPath(workspaceID)} command={`millrace workspaces catalog ${workspaceID}`} />}
      />
      {mayEdit ? (
        <AddSources
          workspaceID={workspaceID}
          at={{ database, schema }}
          filter={q}
          onOpen={(at) => void navigate({ search: { ...at }, replace: true, resetScroll: false })}
          onFilter={(text) => void navigate({ search: (old) => ({ ...old, q: text }), replace: true, resetScroll: false })}
        />
      ) : (
        <Panel>
          <EmptyState icon="connections" title="You cannot edit this workspace">
            Adding sources needs the role project contributor. Ask an administrator of the project.
          </EmptyState>
        </Panel>
      )}
    </Stack>
  );
}
