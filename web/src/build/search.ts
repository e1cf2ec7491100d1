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
  // The middle of the graph in view, and the zoom.
  x?: string;
  y?: string;
  z?: string;
}

const views: BuildView[] = ['graph', 'nodes', 'columns'];

export function buildSearch(raw: Record<string, unknown>): BuildSearch {
  return {
    view: views.find((view) => view === raw.view),
    select: text(raw.select),
    node: text(raw.node),
    sort: text(raw.sort),
    x: text(raw.x),
    y: text(raw.y),
    z: text(raw.z),
  };
}

// positionIn returns the position of the graph in an address, or undefined if it has none.
export function positionIn({ x, y, z }: BuildSearch): { x: number; y: number; zoom: number } | undefined {
  const [across, down, zoom] = [x, y, z].map((value) => (value === undefined ? Number.NaN : Number(value))) as [number, number, number];
  return Number.isFinite(across) && Number.isFinite(down) && zoom > 0 ? { x: across, y: down, zoom } : undefined;
}
