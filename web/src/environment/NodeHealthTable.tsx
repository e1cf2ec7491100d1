import { Table, Text } from '@mantine/core';
import type { NodeHealth } from '../api/overviews';
import { durationText } from '../environments/duration';
import { HealthMark } from '../environments/HealthMark';
import { RunLink } from '../environments/RunLink';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import { useRows } from '../ui/useRows';
import classes from './Environment.module.css';
import { NodeStates } from './NodeStates';

interface NodeHealthTableProps {
  nodes: NodeHealth[];
  // Whether the nodes are grouped by location; otherwise the worst is first.
  byLocation: boolean;
}

// NodeHealthTable shows the health of each node and its last refreshes.
export function NodeHealthTable({ nodes, byLocation }: NodeHealthTableProps) {
  const sorted = byLocation ? nodes.toSorted(byName) : nodes;
  const [rows, more] = useRows(sorted);
  return (
    <Panel label="Nodes and their health">
      <Table verticalSpacing={6} className={classes.nodes}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Node</Table.Th>
            <Table.Th>Health</Table.Th>
            <Table.Th className={classes.squaresCell}>Last 30 refreshes</Table.Th>
            <Table.Th className={classes.built}>Rows of</Table.Th>
            <Table.Th className={classes.number}>Usual</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((node, index) => (
            <NodeRow
              key={node.nodeID}
              node={node}
              isNamed={!byLocation}
              heading={byLocation && node.locationName !== rows[index - 1]?.locationName ? headingOf(node.locationName, nodes) : undefined}
            />
          ))}
        </Table.Tbody>
      </Table>
      {more}
    </Panel>
  );
}

function byName(a: NodeHealth, b: NodeHealth): number {
  return a.locationName.localeCompare(b.locationName) || a.name.localeCompare(b.name);
}

function headingOf(location: string, nodes: NodeHealth[]): string {
  const inside = nodes.filter(({ locationName }) => locationName === location);
  const bad = inside.filter(({ health }) => health !== 'healthy').length;
  return `${location} ${bad === 0 ? counted(inside.length, 'node') : `${bad} of ${counted(inside.length, 'node')} not healthy`}`;
}

// Built says when the rows of a node were made; a failed build leads to its run.
function Built({ node: { builtAt, lastRunID } }: { node: NodeHealth }) {
  const when = builtAt ? <RelativeTime at={builtAt} /> : lastRunID === undefined ? 'never built' : `run ${lastRunID}`;
  return lastRunID === undefined ? when : <RunLink runID={lastRunID} underline="hover">{when}</RunLink>;
}

function NodeRow({ node, isNamed, heading }: { node: NodeHealth; isNamed: boolean; heading?: string }) {
  return (
    <>
      {heading && (
        <Table.Tr className={classes.group}>
          <Table.Th colSpan={5}>{heading}</Table.Th>
        </Table.Tr>
      )}
      <Table.Tr>
        <Table.Th scope="row">
          <Text size="sm" ff="monospace" fw={600}>
            {isNamed ? `${node.locationName}.${node.name}` : node.name}
          </Text>
        </Table.Th>
        <Table.Td>
          <HealthMark status={node.health} />
          {node.failedTests > 0 && (
            <Text size="xs" c="dimmed">
              {counted(node.failedTests, 'test')} failed
            </Text>
          )}
        </Table.Td>
        <Table.Td className={classes.squaresCell}>
          <NodeStates states={node.states} />
        </Table.Td>
        <Table.Td className={classes.built}>
          <Text size="sm">
            <Built node={node} />
          </Text>
        </Table.Td>
        <Table.Td className={classes.number}>
          {node.usualMilliseconds === undefined ? '–' : durationText(node.usualMilliseconds)}
        </Table.Td>
      </Table.Tr>
    </>
  );
}
