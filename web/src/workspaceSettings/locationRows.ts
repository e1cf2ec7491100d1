import type { Workspace } from '../api/types';
import type { Locations } from '../api/workspaceSettings';

export interface LocationRow {
  key: string;
  name: string;
  // Empty if the location has no mapping in the workspace.
  database: string;
  schema: string;
  readOnly?: boolean;
}

export function rowsOf({ locations }: Locations, mappings: Workspace['mappings']): LocationRow[] {
  return locations.map((name) => ({
    key: name,
    name,
    database: mappings[name]?.database ?? '',
    schema: mappings[name]?.schema ?? '',
    readOnly: mappings[name]?.readOnly,
  }));
}

// mappingsOf returns the mappings of the rows that have one.
export function mappingsOf(rows: LocationRow[]): Workspace['mappings'] {
  const mapped = rows.filter(({ database, schema }) => database || schema);
  return Object.fromEntries(
    mapped.map(({ name, database, schema, readOnly }) => [name.trim(), { database, schema: schema || name.trim(), ...(readOnly && { readOnly }) }]),
  );
}

// rowProblem returns what is wrong with the name of a location.
export function rowProblem(rows: LocationRow[], index: number): string | undefined {
  const name = rows[index]?.name.trim() ?? '';
  if (name === '') return 'Write a name.';
  if (!/^[\w-]+$/.test(name)) return 'Use only letters, digits, underscores and hyphens.';
  return rows.some((row, place) => place < index && row.name.trim() === name) ? 'This location is listed above.' : undefined;
}

export function listProblem(rows: LocationRow[], standard: string): string | undefined {
  if (rows.some((_, index) => rowProblem(rows, index))) return 'Correct the names of the locations first.';
  return rows.some(({ name }) => name.trim() === standard) ? undefined : 'Choose a default location.';
}
