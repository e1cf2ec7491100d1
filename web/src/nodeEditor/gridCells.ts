// The cells of the mapping grid: what they show and how an edit changes the node.
import type { Node, NodeColumn } from '../api/nodes';
import { columnsOf, isSystemColumn, isText, transformOf, withColumns, withTransform } from './model';

export type CellKey = 'name' | 'dataType' | 'transform' | 'source' | 'tests' | 'description';

export interface GridColumn {
  key: CellKey;
  label: string;
  isFixed?: boolean;
}

export const gridColumns: GridColumn[] = [
  { key: 'name', label: 'Name' },
  { key: 'dataType', label: 'Type' },
  { key: 'transform', label: 'Transform' },
  { key: 'source', label: 'Source', isFixed: true },
  { key: 'tests', label: 'Tests', isFixed: true },
  { key: 'description', label: 'Description' },
];

export function cellText(column: NodeColumn, key: CellKey): string {
  switch (key) {
    case 'transform':
      return transformOf(column);
    case 'tests':
      return testsOf(column).join(', ');
    case 'source':
      return '';
    default:
      return column[key];
  }
}

// fixedReason says why a cell cannot be edited; undefined if it can.
export function fixedReason(node: Node, column: NodeColumn | undefined, key: CellKey): string | undefined {
  if (column && isSystemColumn(column)) return 'The node type adds this column.';
  if (key === 'source') return 'The transform defines the source.';
  if (key === 'tests') return 'Change tests in the tab Tests.';
  if (key === 'dataType' && isText(node)) return 'The query defines the type: write CAST in the transform.';
  return undefined;
}

export interface CellEdit {
  row: number;
  columnID?: string;
  key: CellKey;
  value: string;
}

// withCells returns the node with other values in some cells. Edits without a column id add columns, one for each row.
export function withCells(node: Node, edits: CellEdit[]): Node {
  const columns = [...columnsOf(node)];
  const added = new Map<number, string>();
  for (const edit of edits) {
    if (edit.columnID === undefined && !added.has(edit.row)) {
      const column = newColumn(columns);
      columns.splice(endOf(columns), 0, column);
      added.set(edit.row, column.columnID);
    }
    const id = edit.columnID ?? added.get(edit.row);
    const known = columns.findIndex(({ columnID }) => columnID === id);
    // The id of a column of a SQL node changes with its name, and this edit may be older.
    const row = known >= 0 ? known : edit.row;
    const column = columns[row];
    if (column && !fixedReason(node, column, edit.key)) columns[row] = withCell(column, edit);
  }
  return withColumns(node, columns);
}

function withCell(column: NodeColumn, { key, value }: CellEdit): NodeColumn {
  if (key === 'transform') return withTransform(column, value);
  return key === 'name' && value.trim() === '' ? column : { ...column, [key]: value };
}

// endOf returns where a new column goes: before the columns that the node type adds at the end.
export function endOf(columns: NodeColumn[]): number {
  let end = columns.length;
  while (end > 0 && isSystemColumn(columns[end - 1]!)) end--;
  return end;
}

export function newColumn(columns: NodeColumn[], given: Partial<NodeColumn> = {}): NodeColumn {
  return { columnID: newID(), name: freeName(columns), dataType: '', nullable: true, description: '', ...given };
}

function freeName(columns: NodeColumn[]): string {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; number++) {
    if (!taken.has(`column_${number}`)) return `column_${number}`;
  }
}

// newID also works without HTTPS, where browsers do not provide crypto.randomUUID.
function newID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

export function withNewColumn(node: Node, given?: Partial<NodeColumn>): Node {
  const columns = [...columnsOf(node)];
  columns.splice(endOf(columns), 0, newColumn(columns, given));
  return withColumns(node, columns);
}

export function withoutColumn(node: Node, columnID: string): Node {
  return withColumns(node, columnsOf(node).filter((column) => column.columnID !== columnID || isSystemColumn(column)));
}

// withMovedColumn moves a column up or down by one row.
export function withMovedColumn(node: Node, columnID: string, by: number): Node {
  const columns = [...columnsOf(node)];
  const from = columns.findIndex((column) => column.columnID === columnID);
  const to = from + by;
  if (from < 0 || to < 0 || to >= columns.length) return node;
  if (isSystemColumn(columns[from]!) || isSystemColumn(columns[to]!)) return node;
  columns.splice(to, 0, ...columns.splice(from, 1));
  return withColumns(node, columns);
}

const testNames: Record<string, string> = {
  isBusinessKey: 'key',
  businessKey: 'key',
  isChangeTracking: 'tracked',
  changeTracking: 'tracked',
  testNotNull: 'no nulls',
  testUnique: 'unique',
  hasNull: 'no nulls',
  isDistinct: 'unique',
};

// testsOf returns the tests and keys of a column in short words.
export function testsOf(column: NodeColumn): string[] {
  const attributes = Object.entries(column).filter(([name, value]) => value !== false && (name in testNames || /^test[A-Z]/.test(name)));
  const applied = Object.entries(column.appliedColumnTests ?? {}).filter(([, value]) => value !== false);
  const words = [...attributes, ...applied].map(([name, value]) => testNames[name] ?? testText(name, value));
  return [...new Set([...words, ...(column.nullable ? [] : ['not null'])])];
}

function testText(name: string, value: unknown): string {
  const parameters = (Array.isArray(value) ? value : [value]).flatMap((one) => (one as { parameters?: unknown[] })?.parameters ?? []);
  switch (name) {
    case 'testRange':
      return parameters.map((limit) => (limit === '' ? '' : String(limit))).join(' … ');
    case 'testExpression':
      return parameters.join(', ');
    default:
      return name.replace(/^test/, '').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  }
}

// parseCells reads what was copied from a spreadsheet: rows in lines, cells separated by tabs.
export function parseCells(text: string): string[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
}
