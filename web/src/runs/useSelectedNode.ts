import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isOver } from '../api/runs';
import type { NodeResult, RunInfo } from '../api/types';
import { defaultNode, nodeKey } from './nodes';

const route = getRouteApi('/signedIn/runs/$runID');

// useSelectedNode returns the node in the address. Without one, a run that is over opens on its first error, and a
// running one follows what runs. When a run ends under an open page, the selection stays where it is.
export function useSelectedNode(run: RunInfo, nodes: NodeResult[], failed: NodeResult[]): NodeResult | undefined {
  const { node: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const followed = useRef<{ runID: number; key?: string }>({ runID: run.id });
  if (followed.current.runID !== run.id) followed.current = { runID: run.id };

  const byKey = (key: string | undefined) => (key ? nodes.find((node) => nodeKey(node) === key) : undefined);
  const chosen = byKey(wanted) ?? (isOver(run) ? byKey(followed.current.key) : undefined);
  const selected = chosen ?? defaultNode(run, nodes, failed);
  if (!isOver(run)) followed.current.key = selected && nodeKey(selected);

  const firstError = isOver(run) && !followed.current.key ? failed[0] : undefined;
  const replacement = !wanted && firstError ? nodeKey(firstError) : undefined;
  useEffect(() => {
    if (replacement) void navigate({ search: (old) => ({ ...old, node: replacement }), replace: true, resetScroll: false });
  }, [replacement, navigate]);
  return selected;
}
