import type { KeyboardEvent } from 'react';
import type { GraphNode } from '../api/graphs';
import type { NodeRow } from './nodeRows';

interface TableKeys {
  rows: NodeRow[];
  selected: GraphNode | undefined;
  checked: Set<string>;
  onSelect: (id: string) => void;
  onCheck: (checked: Set<string>) => void;
  onOpen: (node: GraphNode) => void;
}

// useTableKeys returns the handler of the table's keys: arrows move, Shift and arrows extend, Space checks, Enter opens,
// mod+A checks what matches.
export function useTableKeys({ rows, selected, checked, onSelect, onCheck, onOpen }: TableKeys): (event: KeyboardEvent) => void {
  const move = (step: number, isExtended: boolean) => {
    const index = rows.findIndex(({ node }) => node.id === selected?.id);
    const next = rows[Math.min(rows.length - 1, Math.max(0, index + step))]?.node.id;
    if (!next) return;
    if (isExtended) onCheck(new Set([...checked, ...(selected ? [selected.id] : []), next]));
    onSelect(next);
  };
  return (event) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1, event.shiftKey);
    else if (event.key === ' ' && selected) {
      const next = new Set(checked);
      if (!next.delete(selected.id)) next.add(selected.id);
      onCheck(next);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onCheck(new Set(rows.map(({ node }) => node.id)));
    else if (event.key === 'Enter' && selected) onOpen(selected);
    else return;
    event.preventDefault();
  };
}
