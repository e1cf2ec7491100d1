// What may stand at a position of the text of a SQL node. The text is not parsed: it is incomplete while it is written.
import { isSqlKeyword } from '../runs/sqlTokens';

// Wanted is what the user is about to write, and where it begins.
export type Wanted =
  | { kind: 'location'; from: number }
  | { kind: 'node'; from: number; location: string }
  | { kind: 'column'; from: number; relation: string }
  | { kind: 'macro' | 'annotation' | 'word'; from: number };

const inLocation = /\bref(?:_no_link|_link)?\(\s*['"]([^'"]*)$/;
const inNode = /\bref(?:_no_link|_link)?\(\s*(['"])([^'"]*)\1\s*,\s*['"]([^'"]*)$/;

// wantedAt returns what may follow a text. It returns undefined in comments, in texts and after numbers.
export function wantedAt(before: string): Wanted | undefined {
  const end = before.length;
  const node = inNode.exec(before);
  if (node) return { kind: 'node', from: end - node[3]!.length, location: node[2]! };
  const location = inLocation.exec(before);
  if (location) return { kind: 'location', from: end - location[1]!.length };
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (isInText(line)) return undefined;
  const annotation = /@(\w*)$/.exec(line);
  if (annotation) return { kind: 'annotation', from: end - annotation[1]!.length };
  const column = /(?:([A-Za-z_]\w*)|"([^"]+)")\.(\w*)$/.exec(line);
  if (column) return { kind: 'column', from: end - column[3]!.length, relation: column[1] ?? column[2]! };
  const word = /(?<![\w.])(?!\d)\w*$/.exec(line);
  if (!word) return undefined;
  return { kind: isInJinja(before) ? 'macro' : 'word', from: end - word[0].length };
}

const isInText = (line: string) => (line.split("'").length - 1) % 2 === 1 || /--/.test(line.replaceAll(/'[^']*'/g, ''));

const isInJinja = (before: string) =>
  before.lastIndexOf('{{') > before.lastIndexOf('}}') || before.lastIndexOf('{%') > before.lastIndexOf('%}');

// Relation is a node that the text reads, with the name that its columns have before the dot.
export interface Relation {
  alias: string;
  location: string;
  node: string;
}

const refs = /\{\{\s*ref(?:_no_link|_link)?\(\s*(['"])(.*?)\1\s*,\s*(['"])(.*?)\3\s*\)\s*\}\}(?:\s+(?:as\s+)?(?:"([^"]+)"|([A-Za-z_]\w*)))?/gi;

export function relationsOf(text: string): Relation[] {
  return [...text.matchAll(refs)].map(([, , location = '', , node = '', quoted, plain]) => ({
    alias: quoted ?? (plain && !isSqlKeyword(plain) ? plain : node),
    location,
    node,
  }));
}

// macroNames returns the macros that a text defines.
export const macroNames = (text: string): string[] => [...text.matchAll(/\{%-?\s*macro\s+(\w+)/g)].map(([, name]) => name!);
