import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CatalogNodeDetail, NodeReference } from '../api/catalog';
import { Section } from '../environment/Section';
import { Panel } from '../ui/Panel';
import classes from './Catalog.module.css';

interface NodeListProps {
  title: string;
  empty: string;
  environmentID: string;
  nodes: NodeReference[];
}

// NodeList links to the neighbors of a node.
export function NodeList({ title, empty, environmentID, nodes }: NodeListProps) {
  return (
    <Section title={nodes.length > 0 ? `${title} (${nodes.length})` : title}>
      <Panel>
        <ul className={classes.list}>
          {nodes.length === 0 && <li className={classes.none}>{empty}</li>}
          {nodes.map(({ nodeID, name, locationName, nodeType }) => (
            <li key={nodeID}>
              <Link to="/catalog/$environmentID/nodes/$nodeID" params={{ environmentID, nodeID }} className={classes.name}>
                {locationName}.<strong>{name}</strong>
              </Link>
              <Text size="xs" c="dimmed">
                {nodeType}
              </Text>
            </li>
          ))}
        </ul>
      </Panel>
    </Section>
  );
}

export function TestList({ tests }: { tests: CatalogNodeDetail['tests'] }) {
  return (
    <Section title={tests.length > 0 ? `Tests (${tests.length})` : 'Tests'}>
      <Panel>
        <ul className={classes.list}>
          {tests.length === 0 && <li className={classes.none}>It has no tests.</li>}
          {tests.map(({ name, continueOnFailure }, index) => (
            <li key={`${index} ${name}`}>
              {name}
              <Text size="xs" c="dimmed">
                {continueOnFailure ? 'a failure is reported' : 'a failure halts the node'}
              </Text>
            </li>
          ))}
        </ul>
      </Panel>
    </Section>
  );
}

export function JobList({ jobs }: { jobs: CatalogNodeDetail['jobs'] }) {
  if (jobs.length === 0) return null;
  return (
    <Section title="Jobs that run it">
      <Panel>
        <ul className={classes.list}>
          {jobs.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      </Panel>
    </Section>
  );
}
