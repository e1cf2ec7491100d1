import type { GraphEdge } from '../api/graphs';
import type { NodeResult } from '../api/types';

interface Work {
  nodes: NodeResult[];
  edges: GraphEdge[];
  // How long each node usually takes, in milliseconds.
  usual: Map<string, number>;
  parallelism: number;
  now: number;
}

// expectedEnd estimates when a run ends: it simulates the rest of the run with the usual durations of its nodes, their order
// and the number of nodes that run at the same time. It returns undefined if the usual duration of a node is unknown.
export function expectedEnd({ nodes, edges, usual, parallelism, now }: Work): number | undefined {
  const open = new Map(nodes.filter(isOpen).map((node) => [node.nodeID, node]));
  if ([...open.keys()].some((id) => !usual.has(id))) return undefined;
  const waitsFor = new Map<string, number>();
  const followers = new Map<string, string[]>();
  for (const { from, to } of edges) {
    if (!open.has(from) || !open.has(to)) continue;
    waitsFor.set(to, (waitsFor.get(to) ?? 0) + 1);
    followers.set(from, [...(followers.get(from) ?? []), to]);
  }
  const running: Running[] = [];
  const ready: string[] = [];
  for (const [id, { runState, startTime }] of open) {
    if (runState === 'running') running.push({ id, end: Math.max(now, Date.parse(startTime ?? '') + usual.get(id)! || now) });
    else if (!waitsFor.has(id)) ready.push(id);
  }
  return simulate({ running, ready, parallelism, now, usual, waitsFor, followers });
}

const isOpen = ({ runState }: NodeResult) => runState === 'waiting' || runState === 'running';

interface Running {
  id: string;
  end: number;
}

interface Simulation extends Pick<Work, 'usual' | 'parallelism' | 'now'> {
  running: Running[];
  ready: string[];
  waitsFor: Map<string, number>;
  followers: Map<string, string[]>;
}

function simulate({ running, ready, parallelism, now, usual, waitsFor, followers }: Simulation): number {
  let clock = now;
  let next = 0;
  while (running.length > 0 || next < ready.length) {
    while (next < ready.length && running.length < Math.max(1, parallelism)) {
      const id = ready[next++]!;
      running.push({ id, end: clock + usual.get(id)! });
    }
    const first = running.reduce((earliest, one, index) => (one.end < running[earliest]!.end ? index : earliest), 0);
    const [done] = running.splice(first, 1);
    clock = done!.end;
    for (const follower of followers.get(done!.id) ?? []) {
      const left = waitsFor.get(follower)! - 1;
      waitsFor.set(follower, left);
      if (left === 0) ready.push(follower);
    }
  }
  return clock;
}
