// Small edits and descriptions of selector texts. The server alone knows what a selector means; texts that these
// functions do not recognize are left as they are.

const unit = /^(\+?)\s*\{\s*(?:name:\s*)?("[^"]*"|[^\s{}:"]+)\s*\}\s*(\+?)$/i;
const locationUnit = /^\{\s*location:\s*("[^"]*"|[^\s{}:"]+)\s*\}$/i;

export interface Description {
  subject: string;
  rest: string;
}

// describe puts a selector of one node into words; undefined for any other.
export function describe(selector: string): Description | undefined {
  const found = unit.exec(selector.trim());
  if (!found) return undefined;
  const [, before, name = '', after] = found;
  if (name === '*') return undefined;
  const subject = name.replaceAll('"', '');
  if (before && after) return { subject, rest: 'with everything upstream and downstream' };
  if (before) return { subject, rest: 'and everything upstream' };
  return { subject, rest: after ? 'and everything downstream' : '' };
}

export const selectNode = (name: string, { up = false, down = false } = {}) => `${up ? '+' : ''}{ ${quoted(name)} }${down ? '+' : ''}`;

export const selectLocation = (name: string) => `{ location: ${quoted(name)} }`;

export const selectSubgraph = (name: string) => `{ subgraph: ${quoted(name)} }`;

// selectNodes selects nodes by their ids, which no other node can have.
export const selectNodes = (ids: string[]) => ids.map((id) => `{ nodeID: ${id} }`).join(' OR ');

// toggleLocation adds a location to a selector of locations, or removes it. Another selector is replaced.
export function toggleLocation(selector: string, name: string): string {
  const chosen = locationsOf(selector);
  if (!chosen) return selectLocation(name);
  const next = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
  return next.map(selectLocation).join(' OR ');
}

// locationsOf returns the locations of a selector that consists of locations only; undefined for any other.
export function locationsOf(selector: string): string[] | undefined {
  if (selector.trim() === '') return [];
  const found = selector.split(/\s+OR\s+/i).map((part) => locationUnit.exec(part.trim())?.[1]?.replaceAll('"', ''));
  return found.every((name) => name !== undefined) ? found : undefined;
}

function quoted(name: string): string {
  return /^[\p{L}\d_.$#@/-]+$/u.test(name) && !/^(and|or)$/i.test(name) ? name : `"${name.replaceAll('"', '\\"')}"`;
}

export interface Piece {
  text: string;
  kind: 'plain' | 'brace' | 'plus' | 'word' | 'error';
}

// piecesOf splits a line for the colors of the box. The text at the position of an error, in characters from 1, is
// underlined; at the end of the text the last character is.
export function piecesOf(selector: string, column: number | undefined): Piece[] {
  const characters = [...selector];
  const at = column === undefined ? characters.length + 1 : Math.min(column - 1, Math.max(0, characters.length - 1));
  const before = characters.slice(0, at).join('');
  const rest = characters.slice(at).join('');
  const wrong = /^(?:[^\s{}]+|[\s\S])/u.exec(rest)?.[0] ?? '';
  return [
    ...colored(before),
    ...(wrong ? [{ text: wrong, kind: 'error' as const }] : []),
    ...colored(rest.slice(wrong.length)),
  ];
}

function colored(text: string): Piece[] {
  return text.split(/([{}]|\+|\b(?:AND|OR)\b)/i).flatMap((part): Piece[] => {
    if (part === '') return [];
    if (part === '{' || part === '}') return [{ text: part, kind: 'brace' }];
    if (part === '+') return [{ text: part, kind: 'plus' }];
    return [{ text: part, kind: /^(?:and|or)$/i.test(part) ? 'word' : 'plain' }];
  });
}
