import type { NodeGraph } from '../api/graphs';
import type { NodeResult } from '../api/types';
import type { CardLook, Looks } from '../graph/look';
import { durationText } from '../runs/duration';
import { rowsText } from '../runs/nodes';
import { nodeLook } from '../runs/status';
import { counted } from '../ui/text';

// looksOf says what each card shows: an error of the node itself, else what the last run did.
export function looksOf(graph: NodeGraph, results: Map<string, NodeResult>): Looks {
  const looks: Looks = new Map();
  for (const node of graph.nodes) {
    const result = results.get(node.id);
    if (node.errors > 0) looks.set(node.id, { tone: 'failed', icon: 'failed', label: counted(node.errors, 'error') });
    else if (result) looks.set(node.id, lookOf(result));
  }
  return looks;
}

// lookOf says how a node ran.
export function lookOf(result: NodeResult): CardLook {
  const rows = rowsText(result.queryResults);
  const look = nodeLook(result);
  const isQuiet = look.tone === 'idle' || look.tone === 'moving';
  return {
    ...look,
    detail: isQuiet ? (rows === '–' ? undefined : rows) : detailOf(result, look.label),
    time: result.endTime ? durationText({ start: result.startTime, end: result.endTime }, 0) : undefined,
  };
}

function detailOf({ failedTests, runState }: NodeResult, label: string): string {
  return runState === 'complete' && failedTests ? `${counted(failedTests, 'test')} failed` : label.toLowerCase();
}
