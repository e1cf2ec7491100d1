import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { NodeResult } from '../api/types';
import { FilterField } from '../ui/FilterField';
import { contains, counted } from '../ui/text';
import { NodeTable } from './NodeTable';
import classes from './NodesSection.module.css';
import { byUrgency, nodeKey } from './nodes';
import { nodeLook } from './status';

const route = getRouteApi('/signedIn/runs/$runID');

interface NodesSectionProps {
  nodes: NodeResult[];
  selected?: string;
  now: number;
}

// NodesSection lists the nodes of a run, those that need attention first, with a filter in the address.
export function NodesSection({ nodes, selected, now }: NodesSectionProps) {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = useMemo(
    () => byUrgency(nodes.filter((node) => contains(q, nodeKey(node), nodeLook(node).label, node.nodeType ?? ''))),
    [nodes, q],
  );
  return (
    <section className={classes.panel} aria-labelledby="nodes-title">
      <header className={classes.head}>
        <h2 id="nodes-title">{q ? `${shown.length} of ${counted(nodes.length, 'node')}` : counted(nodes.length, 'node')}</h2>
        <FilterField
          label="Filter nodes"
          value={q}
          onChange={(value) => void navigate({ search: (old) => ({ ...old, q: value }), replace: true, resetScroll: false })}
        />
      </header>
      {shown.length > 0 ? <NodeTable nodes={shown} selected={selected} now={now} /> : <p className={classes.none}>No node matches the filter.</p>}
    </section>
  );
}
