// The node that the editor changes: the node of the API, unchanged in shape. The text of a SQL node is its only content;
// its other fields are what the server reads from the text.
import type { Node, NodeColumn } from '../api/nodes';
import { lineDifference } from '../deploy/review/lineDifference';

export const isText = (node: Node): node is Node & { sql: string } => node.sql !== undefined;

export const columnsOf = (node: Node): NodeColumn[] => node.metadata?.columns ?? [];

export const joinsOf = (node: Node) => node.metadata?.sourceMapping ?? [];

export function withColumns(node: Node, columns: NodeColumn[]): Node {
  return { ...node, metadata: { ...emptyMetadata, ...node.metadata, columns } };
}

export function withMetadata(node: Node, change: Partial<NonNullable<Node['metadata']>>): Node {
  return { ...node, metadata: { ...emptyMetadata, ...node.metadata, ...change } };
}

const emptyMetadata = { columns: [], sourceMapping: [], appliedNodeTests: [], enabledColumnTestIDs: [] };

// transformOf returns the expression of a column. The column and its first source have the same one.
export const transformOf = (column: NodeColumn): string => column.transform ?? column.sources?.[0]?.transform ?? '';

export function withTransform(column: NodeColumn, transform: string): NodeColumn {
  const [first, ...others] = column.sources ?? [];
  return { ...column, transform, ...(first && { sources: [{ ...first, transform }, ...others] }) };
}

// isSystemColumn reports whether the node type adds the column.
export function isSystemColumn(column: NodeColumn): boolean {
  return Object.entries(column).some(([name, value]) => value === true && (name.startsWith('isSystem') || name === 'isSurrogateKey'));
}

export const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

// canonical returns a text that is equal for equal values, whatever the order of their keys.
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

// changeCount returns how many fields differ, or how many places in a text.
export function changeCount(base: Node, current: Node): number {
  const fields = [base.name !== current.name, base.locationName !== current.locationName].filter(Boolean).length;
  if (isText(base) && isText(current)) return fields + hunks(base.sql, current.sql);
  return differences(base, current).length;
}

function hunks(before: string, after: string): number {
  if (before === after) return 0;
  const lines = lineDifference(before, after);
  const starts = lines.filter(({ change }, index) => change !== 'same' && (index === 0 || lines[index - 1]!.change === 'same'));
  return Math.max(1, starts.length);
}

// A field of a node, by a path such as description, config.preSQL or column 7d0c.transform.
export interface Field {
  path: string;
  label: string;
  column?: string;
  value: unknown;
}

// differences returns the fields of the second node that differ from the first one.
export function differences(base: Node, current: Node): Field[] {
  const before = new Map(fieldsOf(base).map((field) => [field.path, field]));
  const after = fieldsOf(current);
  const paths = new Set(after.map(({ path }) => path));
  const changed = after.filter(({ path, value }) => !same(before.get(path)?.value, value));
  const gone = [...before.values()].filter(({ path }) => !paths.has(path));
  return [...changed, ...gone.map((field) => ({ ...field, value: undefined }))].filter(isNoPart(base, current));
}

const idsOf = (node: Node) => new Set(columnsOf(node).map(({ columnID }) => columnID));

// A column that was added or removed is one change, not one for each of its fields.
function isNoPart(base: Node, current: Node): (field: Field) => boolean {
  const [before, after] = [idsOf(base), idsOf(current)];
  const isWhole = (id: string) => before.has(id) !== after.has(id);
  return ({ path, column }) => column === undefined || !isWhole(column) || path === `column ${column}`;
}

const nodeFields: [keyof Node, string][] = [
  ['name', 'Name'],
  ['locationName', 'Location'],
  ['nodeType', 'Node type'],
  ['description', 'Description'],
  ['materializationType', 'Create as'],
  ['overrideSQL', 'Own create statement'],
  ['isMultisource', 'Several sources'],
  ['deployEnabled', 'Deploy'],
];

// fieldsOf lists everything of a node that can be edited.
export function fieldsOf(node: Node): Field[] {
  return [
    ...nodeFields.map(([path, label]): Field => ({ path, label, value: node[path] ?? '' })),
    ...Object.entries(node.config ?? {}).map(([name, value]): Field => ({ path: `config.${name}`, label: `Option ${name}`, value })),
    ...joinsOf(node).map((source, index): Field => ({ path: `join ${index}`, label: joinLabel(index), value: source })),
    { path: 'tests', label: 'Tests of the node', value: node.metadata?.appliedNodeTests ?? [] },
    { path: 'columnTests', label: 'Tests of all columns', value: node.metadata?.enabledColumnTestIDs ?? [] },
    { path: 'cte', label: 'WITH clause', value: node.metadata?.cteString ?? '' },
    { path: 'order', label: 'Order of the columns', value: columnsOf(node).map(({ columnID }) => columnID) },
    ...columnsOf(node).flatMap(fieldsOfColumn),
  ];
}

const joinLabel = (index: number) => (index === 0 ? 'Join' : `Join of source ${index + 1}`);

const columnLabels: Record<string, string> = {
  name: 'name',
  dataType: 'type',
  transform: 'transform',
  description: 'description',
  nullable: 'nullable',
  defaultValue: 'default',
  appliedColumnTests: 'tests',
};

function fieldsOfColumn(column: NodeColumn): Field[] {
  const id = column.columnID;
  const of = (path: string, value: unknown): Field => ({
    path: `column ${id}.${path}`,
    label: `${column.name} · ${columnLabels[path] ?? path}`,
    column: id,
    value,
  });
  const { columnID: _, transform: __, sources, ...rest } = column;
  const parts = Object.entries(rest).filter(([, value]) => value !== false && value !== undefined && !isEmpty(value));
  return [
    { path: `column ${id}`, label: `Column ${column.name}`, column: id, value: true },
    of('transform', { transform: transformOf(column), sources: (sources ?? []).map((source) => source.columnReferences ?? []) }),
    ...parts.map(([name, value]) => of(name, value)),
  ];
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
