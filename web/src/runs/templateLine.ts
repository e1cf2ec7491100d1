// templateLine returns the line, from 1, of a node's file that a line of a rendered statement comes from; undefined if no
// line, or several, may be it. It compares texts: Jinja expressions and annotations in the file stand for any text.
export function templateLine(template: string, statement: string, line: number): number | undefined {
  const rendered = statement.split('\n').map(plain);
  const wanted = rendered[line - 1];
  if (!wanted || wanted.length < shortest) return undefined;
  const patterns = template.split('\n').map(patternOf);
  const candidates = patterns.flatMap((pattern, index) => (pattern?.test(wanted) ? [index] : []));
  if (candidates.length <= 1) return candidates[0] === undefined ? undefined : candidates[0] + 1;
  // Of equal lines, the one with equal neighbors is it.
  const scores = candidates.map((index) => neighbors.filter((step) => patterns[index + step]?.test(rendered[line - 1 + step] ?? '')).length);
  const best = Math.max(...scores);
  return scores.filter((score) => score === best).length === 1 ? candidates[scores.indexOf(best)]! + 1 : undefined;
}

// Shorter lines, such as a bracket, occur anywhere.
const shortest = 4;
const neighbors = [-2, -1, 1, 2];

const plain = (text: string) => text.trim().replace(/,$/, '').replaceAll(/\s+/g, ' ');

// patternOf returns what a line of the file matches; undefined if it has too little text to recognize it.
function patternOf(text: string): RegExp | undefined {
  const yaml = /^\s*(?:- )?(?:[A-Za-z]+: )?["']?(.*?)["']?$/.exec(text)?.[1] ?? text;
  const written = plain(yaml.replaceAll(/\s@\w+(?:\("(?:[^"\\]|\\.)*"\)|\([^)]*\))?/g, ' '));
  const pieces = written.split(/\{\{.*?\}\}|\{%.*?%\}/g);
  if (pieces.join('').trim().length < shortest) return undefined;
  return new RegExp(`^${pieces.map(escaped).join('.*')}$`);
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
