import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type GraphNode, type NodeGraph, workspaceGraphQuery } from '../api/graphs';
import { isOver, resultsQuery } from '../api/runs';
import type { NodeResult, RunInfo } from '../api/types';
import { type Validation, lastDevelopmentRunQuery, validationQuery } from '../api/workspaceContents';
import { type Looks } from '../graph/look';
import { type Scene, sceneOf } from '../graph/scene';
import { useClock } from '../runs/duration';
import { type Matching, useMatches } from '../selector/useMatches';
import { looksOf } from './looks';
import type { BuildSearch } from './search';

const route = getRouteApi('/signedIn/projects/$projectID/workspaces/$workspaceID/build');

// Build is what the views of the page share: the graph, the selection, and what the last development run did.
export interface Build {
  projectID: string;
  workspaceID: string;
  graph: NodeGraph;
  scene: Scene;
  search: BuildSearch;
  selector: string;
  matching: Matching;
  // The nodes that match; undefined while there is no selector, or while it is invalid.
  matched: Set<string> | undefined;
  selected: GraphNode | undefined;
  run: RunInfo | undefined;
  results: Map<string, NodeResult>;
  looks: Looks;
  validation: Validation | undefined;
  now: number;
  change: (change: Partial<BuildSearch>) => void;
  // Opens the editor of a node.
  open: (node: GraphNode) => void;
}

// useGraph reads the graph; the rest of the page needs it.
export function useGraph() {
  const { workspaceID } = route.useParams();
  return useQuery(workspaceGraphQuery(workspaceID));
}

export function useBuild(graph: NodeGraph): Build {
  const { projectID, workspaceID } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const scene = useMemo(() => sceneOf(graph), [graph]);
  const selector = search.select ?? '';
  const matching = useMatches({ workspaceID }, { include: selector });
  const { matches } = matching;
  const matched = useMemo(() => {
    if (!matches || matches.errors.length > 0 || matches.count === matches.total) return undefined;
    return new Set(matches.nodes.map(({ id }) => id));
  }, [matches]);
  const run = useQuery(lastDevelopmentRunQuery(workspaceID)).data;
  const isRunning = run !== undefined && !isOver(run);
  const results = useResults(run);
  const now = useClock(isRunning);
  const looks = useMemo(() => looksOf(graph, results), [graph, results]);
  const validation = useQuery(validationQuery(workspaceID)).data;
  const change: Build['change'] = (part) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true, resetScroll: false });
  const open: Build['open'] = ({ id }) =>
    void navigate({ to: '/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID', params: { projectID, workspaceID, nodeID: id }, search: {} });
  const selected = search.node ? scene.byID.get(search.node) : undefined;
  return { projectID, workspaceID, graph, scene, search, selector, matching, matched, selected, run, results, looks, validation, now, change, open };
}

function useResults(run: RunInfo | undefined): Map<string, NodeResult> {
  const query = resultsQuery(`${run?.id ?? ''}`, run !== undefined && !isOver(run));
  const { data } = useQuery({ ...query, enabled: run !== undefined, placeholderData: keepPreviousData });
  return useMemo(() => new Map(data?.data.map((result) => [result.nodeID, result])), [data]);
}
