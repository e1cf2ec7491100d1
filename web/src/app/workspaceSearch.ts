// The state of the pages of a workspace that the address contains.
import { text } from './search';

type RawSearch = Record<string, unknown>;

const settingsTabs = ['nodeTypes', 'macros', 'locations', 'parameters', 'subgraphs'] as const;

export type SettingsTab = (typeof settingsTabs)[number];

export interface ChangesSearch {
  // The change that the page shows first: a node by LOCATION.NAME, another file by its path.
  node?: string;
  diff?: 'unified' | 'split';
}

export interface SettingsSearch {
  tab?: SettingsTab;
  // The node type or subgraph that is open, by id.
  item?: string;
}

export function changesSearch(raw: RawSearch): ChangesSearch {
  return { node: text(raw.node), diff: raw.diff === 'split' ? 'split' : raw.diff === 'unified' ? 'unified' : undefined };
}

export function settingsSearch(raw: RawSearch): SettingsSearch {
  return { tab: settingsTabs.find((tab) => tab === raw.tab), item: text(raw.item) };
}
