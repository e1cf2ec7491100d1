// The parameters of a workspace as rows of a table. A value is text, or JSON.

export type ValueKind = 'text' | 'number' | 'boolean' | 'json';

export const kinds: { value: ValueKind; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'True or false' },
  { value: 'json', label: 'JSON' },
];

export interface ParameterRow {
  key: string;
  name: string;
  kind: ValueKind;
  value: string;
}

export function rowsOf(parameters: Record<string, unknown>): ParameterRow[] {
  return Object.entries(parameters)
    .map(([name, value]) => ({ key: name, name, ...cellOf(value) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function cellOf(value: unknown): { kind: ValueKind; value: string } {
  if (typeof value === 'string') return { kind: 'text', value };
  const kind = typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'json';
  return { kind: kind as ValueKind, value: JSON.stringify(value) };
}

export const parametersOf = (rows: ParameterRow[]): Record<string, unknown> =>
  Object.fromEntries(rows.map(({ name, kind, value }) => [name.trim(), kind === 'text' ? value : (JSON.parse(value) as unknown)]));

export function nameProblem(rows: ParameterRow[], index: number): string | undefined {
  const name = rows[index]?.name.trim() ?? '';
  if (name === '') return 'Write a name.';
  return rows.some((row, place) => place < index && row.name.trim() === name) ? 'This parameter is listed above.' : undefined;
}

export function valueProblem({ kind, value }: ParameterRow): string | undefined {
  if (kind === 'text') return undefined;
  if (kind === 'boolean') return value === 'true' || value === 'false' ? undefined : 'Write true or false.';
  try {
    const parsed: unknown = JSON.parse(value);
    return kind === 'number' && typeof parsed !== 'number' ? 'Write a number.' : undefined;
  } catch {
    return kind === 'number' ? 'Write a number.' : 'This is not JSON.';
  }
}
