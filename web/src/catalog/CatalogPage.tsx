import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type CatalogNode, catalogPath, catalogQuery } from '../api/catalog';
import { type EnvironmentOverview, nodeHealthQuery, overviewsQuery } from '../api/overviews';
import { projectsQuery } from '../api/projects';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { PageHeader } from '../ui/PageHeader';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { useTyped } from '../ui/useTyped';
import classes from './Catalog.module.css';
import { CatalogTable } from './CatalogTable';
import { CoverageBars } from './CoverageBars';

const route = getRouteApi('/signedIn/catalog');

// CatalogPage lists the deployed nodes of an environment with their documentation. Environment, search and filter are in
// the address.
export function CatalogPage() {
  const { environment } = route.useSearch();
  const environments = useQuery(overviewsQuery());
  return (
    <Stack gap="lg">
      <PageHeader
        title="Catalog"
        description="What is deployed: nodes and columns with their descriptions, tests, freshness and lineage."
        actions={environment && <CopyAsCurl path={catalogPath(environment)} command={`millrace catalog --environment ${environment}`} />}
      />
      <QueryView query={environments}>
        {(all) => {
          const deployed = all.filter(({ health }) => health.status !== 'neverDeployed');
          const chosen = deployed.find(({ id }) => id === environment) ?? (environment ? undefined : deployed[0]);
          if (deployed.length === 0) return <NothingDeployed />;
          return (
            <>
              <Toolbar environments={deployed} chosen={chosen} />
              {chosen ? <Nodes key={chosen.id} environmentID={chosen.id} /> : <UnknownEnvironment />}
            </>
          );
        }}
      </QueryView>
    </Stack>
  );
}

const typingMilliseconds = 150;

function Toolbar({ environments, chosen }: { environments: EnvironmentOverview[]; chosen?: EnvironmentOverview }) {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(projectsQuery).data ?? [];
  const [text, type] = useTyped(q ?? '', (next) => void navigate({ search: (old) => ({ ...old, q: next || undefined }), replace: true }));
  const nameOf = (id: string) => projects.find((project) => project.id === id)?.name;
  return (
    <div className={classes.toolbar}>
      <TextInput
        size="md"
        aria-label="Search nodes and columns"
        placeholder="Search nodes, columns and descriptions"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        leftSection={<Icon name="search" size={18} />}
        data-page-filter
        className={classes.search}
      />
      <NativeSelect
        size="md"
        aria-label="Environment"
        maw="24rem"
        value={chosen?.id ?? ''}
        onChange={(event) => void navigate({ search: (old) => ({ ...old, environment: event.currentTarget.value }) })}
        data={[
          ...(chosen ? [] : [{ value: '', label: 'Choose an environment' }]),
          ...environments.map(({ id, name, project }) => ({ value: id, label: nameOf(project) ? `${nameOf(project)} · ${name}` : name })),
        ]}
      />
    </div>
  );
}

function Nodes({ environmentID }: { environmentID: string }) {
  const { q, show } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed] = useDebouncedValue(q, typingMilliseconds);
  const nodes = useQuery(catalogQuery(environmentID, typed));
  const health = useQuery(nodeHealthQuery(environmentID)).data?.data;
  return (
    <QueryView query={nodes}>
      {({ data, documentation, total }) => {
        const shown = data.filter((node) => isShown(node, show));
        return (
          <Stack gap="md">
            <CoverageBars documentation={documentation} show={show} onShow={(next) => void navigate({ search: (old) => ({ ...old, show: next }) })} />
            <Group justify="space-between">
              <Text size="sm" c="dimmed" role="status">
                {q || show ? `${shown.length} of ${documentation.nodes} nodes` : `${documentation.nodes} nodes`}
                {total > data.length && `; the first ${data.length} are shown, search to find others`}
              </Text>
            </Group>
            {shown.length > 0 ? (
              <CatalogTable environmentID={environmentID} nodes={shown} health={health} />
            ) : (
              <Panel>
                <EmptyState icon="search" title="No node matches">
                  Search for a part of a name, of a description or of a column, or clear the filter.
                </EmptyState>
              </Panel>
            )}
          </Stack>
        );
      }}
    </QueryView>
  );
}

function isShown({ description, columns, describedColumns, tests }: CatalogNode, show?: 'undocumented' | 'untested'): boolean {
  if (show === 'undocumented') return description.trim() === '' || describedColumns < columns;
  return show !== 'untested' || tests === 0;
}

function NothingDeployed() {
  return (
    <Panel>
      <EmptyState icon="catalog" title="Nothing is deployed yet">
        The catalog documents deployed nodes. Deploy a project to an environment, and its nodes are listed here.
      </EmptyState>
    </Panel>
  );
}

function UnknownEnvironment() {
  return (
    <Panel>
      <EmptyState icon="search" title="This environment has no catalog">
        It does not exist, you cannot see it, or nothing is deployed there. Choose another environment.
      </EmptyState>
    </Panel>
  );
}
