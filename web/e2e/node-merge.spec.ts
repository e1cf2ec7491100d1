import { expect, test } from '@playwright/test';
import type { Node, NodeColumn } from '../src/api/nodes';
import { mergeNodes } from '../src/nodeEditor/merge';

// These tests need no browser: they check how two versions of a node are merged.

const column = (columnID: string, more: Partial<NodeColumn> = {}): NodeColumn => ({
  columnID,
  name: columnID,
  dataType: 'INTEGER',
  nullable: true,
  description: '',
  transform: '',
  sources: [{ transform: '', columnReferences: [] }],
  ...more,
});

const mapping = (columns: NodeColumn[], more: Partial<Node> = {}): Node => ({
  id: 'n',
  name: 'FCT',
  nodeType: 'Fact',
  locationName: 'CORE',
  database: '',
  schema: '',
  description: 'Orders',
  config: { testsEnabled: true },
  metadata: { columns, sourceMapping: [], appliedNodeTests: [], enabledColumnTestIDs: [] },
  ...more,
});

const text = (sql: string): Node => ({ ...mapping([]), sql });

const names = (node: Node) => node.metadata!.columns.map(({ name }) => name);

test('changes of different fields fit together', () => {
  const base = mapping([column('a'), column('b'), column('c')]);
  const mine = mapping([column('a', { description: 'mine' }), column('new'), column('b'), column('c')], { config: { testsEnabled: true, preSQL: 'x' } });
  const theirs = mapping([column('a', { dataType: 'BIGINT' }), column('b')], { description: 'Theirs' });
  const { conflicts, result } = mergeNodes({ base, mine, theirs });
  expect(conflicts).toEqual([]);
  const merged = result({});
  expect(names(merged)).toEqual(['a', 'new', 'b']);
  expect(merged.metadata!.columns[0]).toMatchObject({ description: 'mine', dataType: 'BIGINT' });
  expect(merged).toMatchObject({ description: 'Theirs', config: { testsEnabled: true, preSQL: 'x' } });
});

test('a field that both changed is a conflict, and each side can be taken', () => {
  const base = mapping([column('a', { transform: 'o.a', sources: [{ transform: 'o.a' }] })]);
  const changed = (transform: string) => mapping([column('a', { transform, sources: [{ transform }] })]);
  const { conflicts, result } = mergeNodes({ base, mine: changed('o.a + 1'), theirs: changed('o.a + 2') });
  expect(conflicts).toMatchObject([{ label: 'a · transform', base: 'o.a', mine: 'o.a + 1', theirs: 'o.a + 2' }]);
  expect(result({ [conflicts[0]!.id]: 'theirs' }).metadata!.columns[0]!.transform).toBe('o.a + 2');
  expect(result({ [conflicts[0]!.id]: 'mine' }).metadata!.columns[0]!.sources![0]!.transform).toBe('o.a + 1');
});

test('a column that one side removed and the other changed is one decision', () => {
  const base = mapping([column('a'), column('b')]);
  const mine = mapping([column('a')]);
  const theirs = mapping([column('a'), column('b', { description: 'theirs' })]);
  for (const { conflicts, result, removed } of [
    { ...mergeNodes({ base, mine, theirs }), removed: 'mine' as const },
    { ...mergeNodes({ base, mine: theirs, theirs: mine }), removed: 'theirs' as const },
  ]) {
    expect(conflicts).toMatchObject([{ label: 'Column b', [removed]: 'removed' }]);
    expect(names(result({ 'column b': removed }))).toEqual(['a']);
    const kept = result({ 'column b': removed === 'mine' ? 'theirs' : 'mine' });
    expect(kept.metadata!.columns[1]).toMatchObject({ name: 'b', description: 'theirs' });
  }
});

test('texts are merged line by line', () => {
  const base = text('SELECT\n  a,\n  b,\n  c\nFROM x\n');
  const { conflicts, merged, result } = mergeNodes({
    base,
    mine: text('SELECT\n  a + 1 AS a,\n  b,\n  c\nFROM x\n'),
    theirs: text('SELECT\n  a,\n  b,\n  c,\n  d\nFROM y\n'),
  });
  expect(conflicts).toEqual([]);
  expect(merged.map(({ from }) => from)).toEqual(['mine', 'theirs']);
  expect(result({}).sql).toBe('SELECT\n  a + 1 AS a,\n  b,\n  c,\n  d\nFROM y\n');
});
