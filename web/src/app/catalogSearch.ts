// The state of the pages of the catalog that the address contains.
import { text } from './search';

type RawSearch = Record<string, unknown>;

export interface CatalogSearch {
  environment?: string;
  q?: string;
  show?: 'undocumented' | 'untested';
}

export interface LineageSearch {
  // The column of the side panel, as LOCATION.NODE.COLUMN; absent for the column of the page.
  look?: string;
  dir?: 'up' | 'down';
  use?: 'values' | 'filters';
  view?: 'table';
}

export interface SourcesSearch {
  database?: string;
  schema?: string;
  q?: string;
}

export function catalogSearch(raw: RawSearch): CatalogSearch {
  return { environment: text(raw.environment), q: text(raw.q), show: oneOf(['undocumented', 'untested'] as const, raw.show) };
}

export function lineageSearch(raw: RawSearch): LineageSearch {
  return {
    look: text(raw.look),
    dir: oneOf(['up', 'down'] as const, raw.dir),
    use: oneOf(['values', 'filters'] as const, raw.use),
    view: oneOf(['table'] as const, raw.view),
  };
}

export function sourcesSearch(raw: RawSearch): SourcesSearch {
  return { database: text(raw.database), schema: text(raw.schema), q: text(raw.q) };
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((candidate) => candidate === value);
}
