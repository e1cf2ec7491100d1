import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CatalogNode } from '../api/catalog';
import type { NodeHealth } from '../api/overviews';
import { HealthMark } from '../environments/HealthMark';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import { useRows } from '../ui/useRows';
import classes from './Catalog.module.css';

interface CatalogTableProps {
  environmentID: string;
  nodes: CatalogNode[];
  health?: NodeHealth[];
}

export function CatalogTable({ environmentID, nodes, health }: CatalogTableProps) {
  const [rows, more] = useRows(nodes);
  const healthOf = new Map(health?.map((node) => [node.nodeID, node]));
  return (
    <Panel label="Nodes">
      <Table verticalSpacing={8} className={classes.nodes}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Node</Table.Th>
            <Table.Th className={classes.description}>Description</Table.Th>
            <Table.Th>Data</Table.Th>
            <Table.Th className={classes.number}>Columns described</Table.Th>
            <Table.Th className={classes.number}>Tests</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((node) => (
            <NodeRow key={node.id} environmentID={environmentID} node={node} health={healthOf.get(node.id)} />
          ))}
        </Table.Tbody>
      </Table>
      {more}
    </Panel>
  );
}

function NodeRow({ environmentID, node, health }: { environmentID: string; node: CatalogNode; health?: NodeHealth }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Link to="/catalog/$environmentID/nodes/$nodeID" params={{ environmentID, nodeID: node.id }} className={classes.name}>
          {node.locationName}.<strong>{node.name}</strong>
        </Link>
        <Text size="xs" c="dimmed" fw={400}>
          {node.nodeType}
        </Text>
        <Text size="xs" fw={400} hiddenFrom="sm">
          {node.description || 'No description'}
        </Text>
      </Table.Th>
      <Table.Td className={classes.description}>
        {node.description ? node.description : <span className={classes.none}>No description</span>}
        {node.foundColumns && <FoundColumns environmentID={environmentID} node={node} columns={node.foundColumns} />}
      </Table.Td>
      <Table.Td>
        {health ? <HealthMark status={health.health} /> : <span className={classes.none}>–</span>}
        {health?.builtAt && (
          <Text size="xs" c="dimmed">
            <RelativeTime at={health.builtAt} />
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.number}>
        {node.describedColumns} of {node.columns}
      </Table.Td>
      <Table.Td className={classes.number}>{node.tests === 0 ? <span className={classes.none}>none</span> : node.tests}</Table.Td>
    </Table.Tr>
  );
}

const mostFound = 6;

function FoundColumns({ environmentID, node, columns }: { environmentID: string; node: CatalogNode; columns: string[] }) {
  const params = { environmentID, node: `${node.locationName}.${node.name}` };
  return (
    <span className={classes.found}>
      {columns.slice(0, mostFound).map((column) => (
        <Link key={column} to="/catalog/$environmentID/columns/$node/$column" params={{ ...params, column }} className={classes.column}>
          {column}
        </Link>
      ))}
      {columns.length > mostFound && <Text size="xs">{counted(columns.length - mostFound, 'further column')}</Text>}
    </span>
  );
}
