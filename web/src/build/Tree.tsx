import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { GraphNode } from '../api/graphs';
import { workspaceJobsQuery, workspaceSubgraphsQuery } from '../api/workspaceContents';
import { LocationDot } from '../graph/LocationDot';
import { selectSubgraph } from '../selector/selectorText';
import { Icon, type IconName } from '../ui/Icon';
import { contains } from '../ui/text';
import { useRows } from '../ui/useRows';
import classes from './Tree.module.css';
import type { Build } from './useBuild';

// Tree lists the nodes by location, and the subgraphs and jobs, which fill the selector.
export function Tree({ build }: { build: Build }) {
  const [filter, setFilter] = useState('');
  const { graph, workspaceID, change } = build;
  const nodes = useMemo(() => byLocation(graph.nodes, filter), [graph, filter]);
  const subgraphs = useQuery(workspaceSubgraphsQuery(workspaceID)).data ?? [];
  const jobs = useQuery(workspaceJobsQuery(workspaceID)).data ?? [];
  return (
    <nav className={classes.tree} aria-label="Nodes, subgraphs and jobs">
      <TextInput
        size="xs"
        aria-label="Filter tree"
        placeholder="Filter tree"
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
        leftSection={<Icon name="search" size={14} />}
      />
      <Group title="Locations">
        {graph.locations.map(({ name }) => {
          const listed = nodes.get(name);
          return listed && <Location key={name} build={build} name={name} nodes={listed} isFiltered={filter !== ''} />;
        })}
      </Group>
      {subgraphs.length > 0 && (
        <Group title="Subgraphs">
          {subgraphs
            .filter(({ name }) => contains(filter, name))
            .map(({ id, name, steps }) => (
              <Entry key={id} icon="graph" label={name} count={steps.length} onClick={() => change({ select: selectSubgraph(name) })} />
            ))}
        </Group>
      )}
      {jobs.length > 0 && (
        <Group title="Jobs">
          {jobs
            .filter(({ name }) => contains(filter, name))
            .map(({ id, name, includeSelector }) => (
              <Entry key={id} icon="jobs" label={name} onClick={() => change({ select: includeSelector || undefined })} />
            ))}
        </Group>
      )}
    </nav>
  );
}

function byLocation(nodes: GraphNode[], filter: string): Map<string, GraphNode[]> {
  const lists = new Map<string, GraphNode[]>();
  for (const node of nodes) {
    if (!contains(filter, node.name)) continue;
    const list = lists.get(node.locationName);
    if (list) list.push(node);
    else lists.set(node.locationName, [node]);
  }
  return lists;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={classes.group}>{title}</h2>
      <ul className={classes.list}>{children}</ul>
    </section>
  );
}

interface LocationProps {
  build: Build;
  name: string;
  nodes: GraphNode[];
  isFiltered: boolean;
}

function Location({ build: { scene, selected, change }, name, nodes, isFiltered }: LocationProps) {
  const [isOpen, setOpen] = useState(selected?.locationName === name);
  const [shown, more] = useRows(nodes);
  const isUnfolded = isOpen || isFiltered;
  return (
    <li>
      <button type="button" className={classes.entry} aria-expanded={isUnfolded} onClick={() => setOpen(!isOpen)}>
        <Icon name={isUnfolded ? 'down' : 'right'} size={13} />
        <LocationDot hue={scene.hues.get(name)} />
        <span>{name}</span>
        <span className={classes.count}>{nodes.length}</span>
      </button>
      {isUnfolded && (
        <ul className={classes.list}>
          {shown.map((node) => (
            <li key={node.id}>
              <button
                type="button"
                className={classes.node}
                data-current={node.id === selected?.id || undefined}
                aria-current={node.id === selected?.id || undefined}
                onClick={() => change({ node: node.id })}
              >
                <span>{node.name}</span>
                {node.errors > 0 && <Icon name="failed" size={13} className={classes.broken} />}
              </button>
            </li>
          ))}
          {more && <li>{more}</li>}
        </ul>
      )}
    </li>
  );
}

interface EntryProps {
  icon: IconName;
  label: string;
  count?: number;
  onClick: () => void;
}

function Entry({ icon, label, count, onClick }: EntryProps) {
  return (
    <li>
      <button type="button" className={classes.entry} onClick={onClick}>
        <Icon name={icon} size={14} />
        <span>{label}</span>
        {count !== undefined && <span className={classes.count}>{count}</span>}
      </button>
    </li>
  );
}
