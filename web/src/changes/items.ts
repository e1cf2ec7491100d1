import type { FileChange } from '../api/commits';
import { lineDifference } from '../deploy/review/lineDifference';
import { counted } from '../ui/text';

// The letters mark a change as git does: new, modified, deleted, in conflict.
export type Mark = 'A' | 'M' | 'D' | 'C';

const marks: Record<FileChange['change'], Mark> = { added: 'A', changed: 'M', removed: 'D' };

const kindNames: Record<string, string> = {
  job: 'Job',
  subgraph: 'Subgraph',
  nodeType: 'Node type',
  macro: 'Macro',
  location: 'Locations',
  seed: 'Seed',
  environment: 'Environment',
  manifest: 'Project',
  package: 'Package',
};

export interface LineCounts {
  added: number;
  removed: number;
}

export interface ChangeItem extends LineCounts {
  // In the address: a node by LOCATION.NAME, another file by its path.
  key: string;
  title: string;
  mark: Mark;
  file: FileChange;
}

export const markWords: Record<Mark, string> = { A: 'new', M: 'modified', D: 'deleted', C: 'in conflict' };

export const keyOf = ({ node, path }: { node?: string; path: string }) => node || path;

// A file can be in conflict, changed here and coming in at the same time.
export const conflictKey = (file: { node?: string; path: string }) => `conflict ${keyOf(file)}`;
export const incomingKey = (file: { node?: string; path: string }) => `incoming ${keyOf(file)}`;

// titleOf names a file as people do: a node by location and name, other parts by their kind and file name.
export function titleOf({ node, path, kind }: { node?: string; path: string; kind?: string }): string {
  if (node) return node;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const word = kindNames[kind ?? ''];
  return word ? `${word}: ${name.replace(/(-\d+)?\.\w+$/, '')}` : path;
}

export function itemOf(file: FileChange): ChangeItem {
  return { key: keyOf(file), title: titleOf(file), mark: marks[file.change], file, ...countLines(file.before, file.after) };
}

export function countLines(before = '', after = ''): LineCounts {
  const lines = lineDifference(before, after);
  return {
    added: lines.filter(({ change }) => change === 'added').length,
    removed: lines.filter(({ change }) => change === 'removed').length,
  };
}

export const sumLines = (items: LineCounts[]): LineCounts => ({
  added: items.reduce((sum, { added }) => sum + added, 0),
  removed: items.reduce((sum, { removed }) => sum + removed, 0),
});

// linesText says how many lines a change adds and removes.
export function linesText({ added, removed }: LineCounts): string {
  const parts = [added > 0 && `${counted(added, 'line')} added`, removed > 0 && `${counted(removed, 'line')} removed`].filter(Boolean);
  return parts.join(', ') || 'no lines';
}

// lossText says what is lost if the changes are discarded.
export function lossText({ added, removed }: LineCounts): string {
  const parts = [
    added > 0 && `${counted(added, 'added line')} ${added === 1 ? 'is' : 'are'} lost`,
    removed > 0 && `${counted(removed, 'removed line')} ${removed === 1 ? 'comes' : 'come'} back`,
  ].filter(Boolean);
  return `${parts.join(', and ')}. This cannot be undone.`;
}

// countsText counts changes by kind, such as "1 new, 3 modified, 1 deleted".
export function countsText(items: ChangeItem[]): string {
  const parts = (['A', 'M', 'D'] as const).map((mark) => [items.filter((item) => item.mark === mark).length, markWords[mark]] as const);
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}
