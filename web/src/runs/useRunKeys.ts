import type { NodeResult } from '../api/types';
import { useKeySequences } from '../shell/useKeySequences';
import { byUrgency, nodeKey } from './nodes';

interface RunKeys {
  nodes: NodeResult[];
  failed: NodeResult[];
  selected: NodeResult | undefined;
  onSelect: (key: string) => void;
}

// useRunKeys moves the selection: j and k through the table, [ and ] through the failures. r re-runs, e edits the node.
export function useRunKeys({ nodes, failed, selected, onSelect }: RunKeys): void {
  useKeySequences((keys) => {
    const step = { j: 1, k: -1, ']': 1, '[': -1 }[keys];
    if (keys === 'r') return clickAction('rerun');
    if (keys === 'e') return clickAction('edit');
    if (step === undefined) return false;
    const list = keys === '[' || keys === ']' ? failed : byUrgency(nodes);
    const index = list.findIndex((node) => node.nodeID === selected?.nodeID);
    const next = list[Math.min(list.length - 1, Math.max(0, index + step))];
    if (next) onSelect(nodeKey(next));
    return true;
  });
}

function clickAction(name: string): boolean {
  const button = document.querySelector<HTMLElement>(`[data-action="${name}"]:not(:disabled)`);
  button?.click();
  return button !== null;
}
