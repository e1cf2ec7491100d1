import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type NodeGraph, environmentGraphQuery, workspaceGraphQuery } from '../api/graphs';
import type { NodeResult, RunInfo } from '../api/types';
import { lookOf } from '../build/looks';
import { GraphView } from '../graph/GraphView';
import { sceneOf } from '../graph/scene';
import { ProblemAlert } from '../ui/ProblemAlert';
import classes from './RunViews.module.css';
import { nodeKey } from './nodes';
import { usePlaces } from './places';

interface RunGraphProps {
  run: RunInfo;
  nodes: NodeResult[];
  selected: NodeResult | undefined;
  onSelect: (key: string) => void;
}

// RunGraph shows the nodes of a run in the graph of its environment, with their states. Nodes that were not part of the
// run are in soft colors.
export default function RunGraph({ run, nodes, selected, onSelect }: RunGraphProps) {
  const { isWorkspace } = usePlaces()(run.environmentID);
  const graph = useQuery(isWorkspace ? workspaceGraphQuery(run.environmentID) : environmentGraphQuery(run.environmentID));
  if (graph.isPending) return <Skeleton height={384} radius="lg" aria-busy="true" />;
  if (graph.data === undefined) return <ProblemAlert error={graph.error} onRetry={() => void graph.refetch()} />;
  return (
    <section className={classes.graph} aria-label="Graph of the run">
      <LoadedGraph graph={graph.data} nodes={nodes} selected={selected} onSelect={onSelect} />
    </section>
  );
}

function LoadedGraph({ graph, nodes, selected, onSelect }: Omit<RunGraphProps, 'run'> & { graph: NodeGraph }) {
  const scene = useMemo(() => sceneOf(graph), [graph]);
  const results = useMemo(() => new Map(nodes.map((node) => [node.nodeID, node])), [nodes]);
  const looks = useMemo(() => new Map(nodes.map((node) => [node.nodeID, lookOf(node)])), [nodes]);
  const matched = useMemo(() => {
    const ran = new Set(graph.nodes.filter(({ id }) => results.has(id)).map(({ id }) => id));
    return ran.size === graph.nodes.length ? undefined : ran;
  }, [graph, results]);
  if (graph.nodes.length === 0) return <p className={classes.message}>Nothing is deployed in this environment any more.</p>;
  return (
    <GraphView
      scene={scene}
      looks={looks}
      matched={matched}
      selected={selected?.nodeID}
      onSelect={(node) => {
        const result = node && results.get(node.id);
        if (result) onSelect(nodeKey(result));
      }}
      label="Graph of the run. The table below has the same nodes."
    />
  );
}
