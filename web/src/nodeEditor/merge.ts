// Merges two versions of a node that started from the same one. What only one side changed is taken; what both changed
// differently is a conflict, which the user decides.
import type { Node, NodeColumn } from '../api/nodes';
import { lineDifference } from '../deploy/review/lineDifference';
import { type Field, columnsOf, fieldsOf, isText, joinsOf, same, withMetadata } from './model';

export type Side = 'mine' | 'theirs';

export interface Conflict {
  id: string;
  label: string;
  base: string;
  mine: string;
  theirs: string;
  // The first line of it in the own text; absent for a field.
  line?: number;
}

export interface MergedChange {
  label: string;
  text: string;
  from: Side;
}

export interface Merge {
  conflicts: Conflict[];
  merged: MergedChange[];
  // result returns the node with a decision for each conflict.
  result: (choices: Record<string, Side>) => Node;
}

interface Versions {
  base: Node;
  mine: Node;
  theirs: Node;
}

export function mergeNodes(versions: Versions): Merge {
  return isText(versions.base) && isText(versions.mine) && isText(versions.theirs) ? mergeTexts(versions) : mergeFields(versions);
}

function mergeFields({ base, mine, theirs }: Versions): Merge {
  const [before, left, right] = [base, mine, theirs].map(byPath) as [Fields, Fields, Fields];
  const conflicts: Conflict[] = [];
  const merged: MergedChange[] = [];
  const taken: string[] = [];
  const contested = contestedColumns({ base, mine, theirs });
  for (const path of new Set([...before.keys(), ...left.keys(), ...right.keys()])) {
    const [was, own, other] = [before.get(path), left.get(path), right.get(path)];
    const isMine = !same(was?.value, own?.value);
    const isTheirs = !same(was?.value, other?.value);
    const { label, column } = (own ?? other ?? was)!;
    if (column !== undefined && contested.has(column)) {
      if (path !== `column ${column}`) continue; // the decision about the column decides about its fields
      conflicts.push({ id: path, label, base: 'unchanged', mine: fate(own), theirs: fate(other) });
    } else if (isMine && isTheirs && !same(own?.value, other?.value) && path !== 'order') {
      conflicts.push({ id: path, label, base: shown(was), mine: shown(own), theirs: shown(other) });
    } else if (isMine && !same(own?.value, other?.value)) {
      taken.push(path);
      if (isNews(path, own ?? was, base, mine)) merged.push({ label, text: shown(own), from: 'mine' });
    } else if (isTheirs && isNews(path, other ?? was, base, theirs)) {
      merged.push({ label, text: shown(other), from: 'theirs' });
    }
  }
  const result = (choices: Record<string, Side>) => {
    const mineToo = conflicts.filter(({ id }) => choices[id] !== 'theirs').map(({ id }) => id);
    return takeFields(theirs, mine, new Set([...taken, ...mineToo]));
  };
  return { conflicts, merged, result };
}

const fate = (field: Field | undefined) => (field ? 'changed' : 'removed');

type Fields = Map<string, Field>;

const byPath = (node: Node): Fields => new Map(fieldsOf(node).map((field) => [field.path, field]));

// isNews reports whether a change is worth a line: the fields of a new or removed column follow from the column.
function isNews(path: string, field: Field | undefined, base: Node, after: Node): boolean {
  if (path === 'order') return false;
  if (!field?.column || path === `column ${field.column}`) return true;
  const has = (node: Node) => columnsOf(node).some(({ columnID }) => columnID === field.column);
  return has(base) && has(after);
}

// contestedColumns returns the ids of the columns that one side removed and the other changed.
function contestedColumns({ base, mine, theirs }: Versions): Set<string> {
  const contested = columnsOf(base).filter((column) => {
    const [own, other] = [mine, theirs].map((node) => columnsOf(node).find(({ columnID }) => columnID === column.columnID));
    return (own === undefined) !== (other === undefined) && !same(own ?? other, column);
  });
  return new Set(contested.map(({ columnID }) => columnID));
}

function shown(field: Field | undefined): string {
  if (field === undefined || field.value === undefined) return 'removed';
  const { path, value } = field;
  if (path.startsWith('join ')) return (value as { join?: { joinCondition?: string } }).join?.joinCondition ?? '';
  if (path.endsWith('.transform')) return (value as { transform: string }).transform || '(passes through)';
  if (value === true && path.startsWith('column ') && !path.includes('.')) return 'added';
  if (typeof value === 'string') return value || '(empty)';
  return JSON.stringify(value, undefined, 2);
}

// takeFields returns the node with these fields of another version.
function takeFields(into: Node, from: Node, paths: Set<string>): Node {
  const node = structuredClone(into) as Node & Record<string, unknown>;
  const own = from as Node & Record<string, unknown>;
  for (const path of paths) {
    if (path in own && typeof own[path] !== 'object') node[path] = own[path];
    else if (path.startsWith('config.')) node.config = withKey(node.config ?? {}, path.slice('config.'.length), from.config ?? {});
  }
  const metadata = node.metadata!;
  const indexes = Array.from({ length: Math.max(joinsOf(node).length, joinsOf(from).length) }, (_, index) => index);
  const joins = indexes.flatMap((index) => joinsOf(paths.has(`join ${index}`) ? from : node)[index] ?? []);
  return withMetadata(node, {
    sourceMapping: joins,
    appliedNodeTests: (paths.has('tests') ? from : node).metadata?.appliedNodeTests ?? [],
    enabledColumnTestIDs: (paths.has('columnTests') ? from : node).metadata?.enabledColumnTestIDs ?? [],
    cteString: (paths.has('cte') ? from : node).metadata?.cteString,
    columns: takeColumns(metadata.columns, columnsOf(from), paths),
  });
}

function withKey(config: Record<string, unknown>, name: string, from: Record<string, unknown>): Record<string, unknown> {
  if (name in from) return { ...config, [name]: from[name] };
  const { [name]: _, ...rest } = config;
  return rest;
}

function takeColumns(into: NodeColumn[], from: NodeColumn[], paths: Set<string>): NodeColumn[] {
  const own = new Map(from.map((column) => [column.columnID, column]));
  const kept = into
    .filter(({ columnID }) => own.has(columnID) || !paths.has(`column ${columnID}`))
    .map((column) => takeColumn(column, own.get(column.columnID), paths));
  const ids = new Set(into.map(({ columnID }) => columnID));
  const added = from.filter(({ columnID }) => !ids.has(columnID) && paths.has(`column ${columnID}`));
  const all = insertAfterNeighbours(kept, added, from);
  return paths.has('order') ? inOrderOf(all, from) : all;
}

function takeColumn(column: NodeColumn, own: NodeColumn | undefined, paths: Set<string>): NodeColumn {
  if (!own) return column;
  const prefix = `column ${column.columnID}.`;
  const result: NodeColumn = { ...column };
  for (const path of paths) {
    if (!path.startsWith(prefix)) continue;
    const name = path.slice(prefix.length);
    if (name === 'transform') Object.assign(result, { transform: own.transform, sources: own.sources });
    else if (name in own) Object.assign(result, { [name]: own[name] });
    else delete result[name];
  }
  return result;
}

// A new column stays behind the column that it was added after.
function insertAfterNeighbours(columns: NodeColumn[], added: NodeColumn[], from: NodeColumn[]): NodeColumn[] {
  const result = [...columns];
  for (const column of added) {
    const before = from[from.indexOf(column) - 1];
    const at = before ? result.findIndex(({ columnID }) => columnID === before.columnID) : -1;
    result.splice(at < 0 && before ? result.length : at + 1, 0, column);
  }
  return result;
}

function inOrderOf(columns: NodeColumn[], from: NodeColumn[]): NodeColumn[] {
  const place = new Map(from.map(({ columnID }, index) => [columnID, index]));
  return columns.toSorted((a, b) => (place.get(a.columnID) ?? columns.indexOf(a)) - (place.get(b.columnID) ?? columns.indexOf(b)));
}

interface Piece {
  base: string[];
  mine: string[];
  theirs: string[];
  // The first line of the piece in the base, from 1.
  line: number;
  // The same in the own text.
  mineLine: number;
}

const joined = (lines: string[]) => lines.join('\n') || '(no line)';

// mergeTexts merges line by line. Changes of both sides that touch the same lines, or lines next to each other, conflict.
function mergeTexts({ base, mine, theirs }: Versions & { base: { sql?: string } }): Merge {
  const pieces = piecesOf(base.sql ?? '', mine.sql ?? '', theirs.sql ?? '');
  const conflicts: Conflict[] = [];
  const merged: MergedChange[] = [];
  for (const piece of pieces) {
    const isMine = !same(piece.base, piece.mine);
    const isTheirs = !same(piece.base, piece.theirs);
    const label = piece.base.length > 1 ? `Lines ${piece.line}–${piece.line + piece.base.length - 1}` : `Line ${piece.line}`;
    if (isMine && isTheirs && !same(piece.mine, piece.theirs)) {
      conflicts.push({ id: `${piece.line}`, label, base: joined(piece.base), mine: joined(piece.mine), theirs: joined(piece.theirs), line: piece.mineLine });
    } else if (isMine || isTheirs) {
      merged.push({ label, text: joined(isMine ? piece.mine : piece.theirs), from: isMine ? 'mine' : 'theirs' });
    }
  }
  const result = (choices: Record<string, Side>): Node => {
    const lines = pieces.flatMap((piece) => {
      if (same(piece.base, piece.mine)) return piece.theirs;
      if (same(piece.base, piece.theirs) || same(piece.mine, piece.theirs)) return piece.mine;
      return choices[`${piece.line}`] === 'theirs' ? piece.theirs : piece.mine;
    });
    const end = (theirs.sql ?? '').endsWith('\n') ? '\n' : '';
    return { ...theirs, name: mine.name === base.name ? theirs.name : mine.name, sql: lines.join('\n') + end };
  };
  return { conflicts, merged, result };
}

// piecesOf divides three texts at the lines that all of them have.
function piecesOf(base: string, mine: string, theirs: string): Piece[] {
  const lines = { base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs) };
  const left = matches(base, mine);
  const right = matches(base, theirs);
  const pieces: Piece[] = [];
  let at = { base: 0, mine: 0, theirs: 0 };
  const close = (to: typeof at) => {
    const piece = {
      base: lines.base.slice(at.base, to.base),
      mine: lines.mine.slice(at.mine, to.mine),
      theirs: lines.theirs.slice(at.theirs, to.theirs),
      line: at.base + 1,
      mineLine: at.mine + 1,
    };
    if (piece.base.length + piece.mine.length + piece.theirs.length > 0) pieces.push(piece);
    at = to;
  };
  for (let index = 0; index < lines.base.length; index++) {
    const [own, other] = [left.get(index), right.get(index)];
    if (own === undefined || other === undefined || own < at.mine || other < at.theirs) continue;
    close({ base: index, mine: own, theirs: other });
    close({ base: index + 1, mine: own + 1, theirs: other + 1 });
  }
  close({ base: lines.base.length, mine: lines.mine.length, theirs: lines.theirs.length });
  return pieces;
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

// matches returns the line of the second text for each unchanged line of the first one.
function matches(before: string, after: string): Map<number, number> {
  const pairs = lineDifference(before, after).filter(({ change }) => change === 'same');
  return new Map(pairs.map((line) => [line.before! - 1, line.after! - 1]));
}
