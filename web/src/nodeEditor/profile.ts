import type { DataPreview } from '../api/nodes';

export const isNumeric = (type: string): boolean => /^(u?(tiny|small|big|huge)?int|decimal|numeric|double|float|real|number)/i.test(type);

// profileOf describes the values of a column in the rows of a preview: their range or how many are distinct, and nulls.
export function profileOf({ rows, columns }: DataPreview, index: number): string {
  const values = rows.map((row) => row[index]);
  const given = values.filter((value) => value !== null && value !== undefined);
  const nulls = values.length - given.length;
  const parts = [rangeOf(given, columns[index]?.type ?? ''), nulls > 0 && `${nulls} null`].filter(Boolean);
  return parts.join(', ');
}

function rangeOf(values: unknown[], type: string): string {
  if (values.length === 0) return '';
  if (!isNumeric(type) && !/^(date|timestamp)/i.test(type)) return `${new Set(values.map((value) => JSON.stringify(value))).size} distinct`;
  const sorted = isNumeric(type) ? values.map(Number).toSorted((a, b) => a - b) : values.map(String).toSorted();
  const [first, last] = [shortened(sorted[0]!), shortened(sorted.at(-1)!)];
  return first === last ? first : `${first} – ${last}`;
}

const shortened = (value: number | string): string => (typeof value === 'number' ? String(value) : value.slice(0, 10));
