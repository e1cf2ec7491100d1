import { text } from '../app/search';

// The state of the node editor that the address contains.
const tabs = ['columns', 'join', 'options', 'tests', 'description', 'sql'] as const;
const sides = ['preview', 'sql', 'lineage', 'problems'] as const;

export type NodeTab = (typeof tabs)[number];
export type SideTab = (typeof sides)[number];

export interface NodeSearch {
  tab?: NodeTab;
  side?: SideTab;
  // The name of the selected column.
  column?: string;
  // The line that the text editor shows first.
  line?: string;
}

export interface NewNodeSearch {
  // Ids of the nodes that the new one reads, separated by commas.
  from?: string;
  as?: 'sql';
}

export function nodeSearch(raw: Record<string, unknown>): NodeSearch {
  return {
    tab: tabs.find((tab) => tab === raw.tab),
    side: sides.find((side) => side === raw.side),
    column: text(raw.column),
    line: text(raw.line),
  };
}

export function newNodeSearch(raw: Record<string, unknown>): NewNodeSearch {
  return { from: text(raw.from), as: raw.as === 'sql' ? 'sql' : undefined };
}
