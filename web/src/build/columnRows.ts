import type { NodeColumn, WorkspaceNode } from '../api/workspaceContents';

export interface ColumnRow {
  node: WorkspaceNode;
  column: NodeColumn;
  // Whether it is the first column of its node, which alone has the name of the node.
  isFirst: boolean;
}

export function columnRows(nodes: WorkspaceNode[], matched: Set<string> | undefined): ColumnRow[] {
  return nodes
    .filter(({ id }) => !matched || matched.has(id))
    .flatMap((node) => (node.metadata?.columns ?? []).map((column, index) => ({ node, column, isFirst: index === 0 })));
}

// testsOf returns the names of the tests of a column, whatever the node type calls them.
export function testsOf({ appliedColumnTests, ...column }: NodeColumn): string[] {
  const applied = Object.entries(appliedColumnTests ?? {}).filter(([, value]) => value !== false && value !== null);
  const flags = Object.entries(column).filter(([name, value]) => name.startsWith('test') && value !== false && value !== null);
  return [...applied, ...flags].map(([name]) => words(name));
}

// words turns a name such as testNotNull into not null.
function words(name: string): string {
  return name
    .replace(/^test/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

export function transformOf({ transform, sources }: NodeColumn): string {
  return transform || sources?.find((source) => source.transform)?.transform || '';
}

const heads = ['node', 'column', 'type', 'transform', 'tests', 'description'];

// csvOf returns the rows as they are shown.
export function csvOf(rows: ColumnRow[]): string {
  const lines = rows.map(({ node, column }) =>
    [`${node.locationName}.${node.name}`, column.name, column.dataType, transformOf(column), testsOf(column).join('; '), column.description ?? ''],
  );
  return [heads, ...lines].map((line) => line.map(cell).join(',')).join('\n');
}

function cell(text: string): string {
  // A spreadsheet reads these first characters as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
