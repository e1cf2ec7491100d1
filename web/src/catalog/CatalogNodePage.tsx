import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { type CatalogNodeDetail, catalogNodePath, catalogNodeQuery } from '../api/catalog';
import { type NodeHealth, nodeHealthQuery } from '../api/overviews';
import { Section } from '../environment/Section';
import { HealthMark } from '../environments/HealthMark';
import { quoted } from '../api/curl';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { PageHeader } from '../ui/PageHeader';
import { PageSkeleton } from '../ui/PageSkeleton';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import classes from './Catalog.module.css';
import { JobList, NodeList, TestList } from './CatalogNodeLists';
import { NodeHistory } from './NodeHistory';

const route = getRouteApi('/signedIn/catalog/$environmentID/nodes/$nodeID');

// CatalogNodePage documents one deployed node.
export function CatalogNodePage() {
  const { environmentID, nodeID } = route.useParams();
  const node = useQuery(catalogNodeQuery(environmentID, nodeID));
  const health = useQuery(nodeHealthQuery(environmentID)).data?.data.find((one) => one.nodeID === nodeID);
  return (
    <QueryView query={node} skeleton={<PageSkeleton />}>
      {(data) => (
        <Stack gap="lg">
          <PageHeader
            title={`${data.locationName}.${data.name}`}
            description={data.description || 'No description.'}
            actions={<CopyAsCurl path={catalogNodePath(environmentID, nodeID)} command={`millrace catalog get ${quoted(`${data.locationName}.${data.name}`)} --environment ${environmentID}`} />}
          />
          <Facts node={data} health={health} />
          <div className={classes.split}>
            <Stack gap="lg">
              <Columns environmentID={environmentID} node={data} />
              {data.sql && <Definition text={data.sql} />}
            </Stack>
            <div className={classes.side}>
              <Section title="Last 30 runs">
                <Panel>
                  <div className={classes.history}>
                    <NodeHistory environmentID={environmentID} nodeID={nodeID} />
                  </div>
                </Panel>
              </Section>
              <NodeList title="Reads" empty="It reads no other node." environmentID={environmentID} nodes={data.upstream} />
              <NodeList title="Read by" empty="No other node reads it." environmentID={environmentID} nodes={data.downstream} />
              <TestList tests={data.tests} />
              <JobList jobs={data.jobs} />
            </div>
          </div>
        </Stack>
      )}
    </QueryView>
  );
}

function Facts({ node, health }: { node: CatalogNodeDetail; health?: NodeHealth }) {
  const object = [node.database, node.schema, node.name].filter(Boolean).join('.');
  return (
    <Group gap="lg">
      {health && <HealthMark status={health.health} />}
      <Text size="sm" c="dimmed">
        {health?.builtAt ? (
          <>
            Rows of <RelativeTime at={health.builtAt} />
          </>
        ) : (
          'Never built'
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {node.nodeType}
        {node.materializationType && node.materializationType !== node.nodeType.toLowerCase() && `, ${node.materializationType}`}
      </Text>
      <Text size="sm" c="dimmed" ff="monospace">
        {object}
      </Text>
      {!node.isLineageComplete && (
        <Badge variant="outline" color="orange" tt="none" title={node.lineageReason}>
          SQL only partly understood
        </Badge>
      )}
    </Group>
  );
}

function Columns({ environmentID, node }: { environmentID: string; node: CatalogNodeDetail }) {
  const described = node.columns.filter(({ description }) => description).length;
  const params = { environmentID, node: `${node.locationName}.${node.name}` };
  return (
    <Section
      title={counted(node.columns.length, 'column')}
      action={
        <Text size="sm" c="dimmed">
          {described} described
        </Text>
      }
    >
      <Panel label="Columns">
        <Table verticalSpacing={7}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th>Type</Table.Th>
              <Table.Th>Description</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {node.columns.map(({ name, dataType, description, nullable }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">
                  <Link to="/catalog/$environmentID/columns/$node/$column" params={{ ...params, column: name }} className={classes.name}>
                    {name}
                  </Link>
                </Table.Th>
                <Table.Td>
                  <Text size="sm" ff="monospace">
                    {dataType || '–'}
                  </Text>
                  {!nullable && (
                    <Text size="xs" c="dimmed">
                      not null
                    </Text>
                  )}
                </Table.Td>
                <Table.Td className={classes.description}>{description || <span className={classes.none}>No description</span>}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Panel>
    </Section>
  );
}

function Definition({ text }: { text: string }) {
  return (
    <Section title="SQL">
      <Panel>
        <pre className={classes.sql} tabIndex={0} aria-label="SQL of the node" role="region">
          {text.trim()}
        </pre>
      </Panel>
    </Section>
  );
}
