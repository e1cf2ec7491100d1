import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { environmentGraphQuery } from '../api/graphs';
import { nodeHealthQuery } from '../api/overviews';
import type { NodeResult, RunInfo } from '../api/types';
import { usePlaces } from './places';
import { expectedEnd } from './timeLeft';

const estimateMilliseconds = 2_000;

// useTimeLeft estimates how long a running refresh still takes, in milliseconds; undefined if that is unknown. 0 means
// that it takes longer than usual.
export function useTimeLeft(run: RunInfo, nodes: NodeResult[], now: number): number | undefined {
  const { environmentID, runStatus, runType, runDetails } = run;
  const { isWorkspace, projectID } = usePlaces()(environmentID);
  const enabled = runStatus === 'running' && runType === 'refresh' && projectID !== undefined && !isWorkspace;
  // The durations are those of earlier runs, so they stay as they are during this one.
  const health = useQuery({ ...nodeHealthQuery(environmentID), enabled, staleTime: Infinity }).data;
  const graph = useQuery({ ...environmentGraphQuery(environmentID), enabled }).data;
  // A coarse clock: ten thousand nodes are not simulated twice a second.
  const at = Math.floor(now / estimateMilliseconds) * estimateMilliseconds;
  const end = useMemo(() => {
    if (!enabled || !health || !graph || nodes.length === 0) return undefined;
    const usual = new Map<string, number>();
    for (const { nodeID, usualMilliseconds } of health.data) if (usualMilliseconds !== undefined) usual.set(nodeID, usualMilliseconds);
    return expectedEnd({ nodes, edges: graph.edges, usual, parallelism: runDetails.parallelism ?? 1, now: at });
  }, [enabled, health, graph, nodes, runDetails.parallelism, at]);
  return end === undefined ? undefined : Math.max(0, end - now);
}

// leftText says how much time is left, no finer than an estimate is.
export function leftText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds === 0) return 'longer than usual';
  if (seconds < 60) return `about ${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `about ${minutes} min` : `about ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
