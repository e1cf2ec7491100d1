import { text } from '../app/search';

// The state of the Build page that is in the address.

export type BuildView = 'graph' | 'nodes' | 'columns';

export interface BuildSearch {
  view?: BuildView;
  // The selector.
  select?: string;
  // The selected node, by its id.
  node?: string;
  // The order of the nodes table: a column, after a minus for descending.
  sort?: string;
}

const views: BuildView[] = ['graph', 'nodes', 'columns'];

export function buildSearch(raw: Record<string, unknown>): BuildSearch {
  return {
    view: views.find((view) => view === raw.view),
    select: text(raw.select),
    node: text(raw.node),
    sort: text(raw.sort),
  };
}
