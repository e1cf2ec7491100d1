import type { Diagnostic } from '../api/nodes';

export type Fix = NonNullable<Diagnostic['fix']>;

export interface Replacement {
  from: number;
  to: number;
  insert: string;
}

// replacementOf returns the change that a fix makes, or undefined if the text was edited there since it was checked.
export function replacementOf(text: string, { line, column, old, new: insert }: Fix): Replacement | undefined {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  // The server counts characters, JavaScript code units.
  const within = [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
  const from = before + within;
  return text.startsWith(old, from) ? { from, to: from + old.length, insert } : undefined;
}

export function withFix(text: string, fix: Fix): string {
  const replacement = replacementOf(text, fix);
  return replacement ? text.slice(0, replacement.from) + replacement.insert + text.slice(replacement.to) : text;
}

export const fixLabel = ({ new: text }: Fix): string => `Use ${text}`;
