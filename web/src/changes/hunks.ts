import type { DifferenceLine } from '../deploy/review/lineDifference';

// A hunk is a part of a difference: lines, or a number of unchanged lines that are left out.
export type Hunk = { kind: 'lines'; lines: DifferenceLine[] } | { kind: 'gap'; count: number };

const context = 3;
// A shorter gap takes as much space as the lines.
const leastGap = 4;

// hunksOf leaves out unchanged lines that are far from a change.
export function hunksOf(lines: DifferenceLine[]): Hunk[] {
  const near = lines.map(() => false);
  lines.forEach(({ change }, index) => {
    if (change === 'same') return;
    for (let i = Math.max(0, index - context); i <= Math.min(lines.length - 1, index + context); i++) near[i] = true;
  });
  const hunks: Hunk[] = [];
  let start = 0;
  while (start < lines.length) {
    let end = start;
    while (end < lines.length && near[end] === near[start]) end++;
    const part = lines.slice(start, end);
    if (!near[start] && part.length >= leastGap) hunks.push({ kind: 'gap', count: part.length });
    else append(hunks, part);
    start = end;
  }
  return hunks;
}

function append(hunks: Hunk[], lines: DifferenceLine[]): void {
  const last = hunks.at(-1);
  if (last?.kind === 'lines') last.lines.push(...lines);
  else hunks.push({ kind: 'lines', lines });
}

// firstLines returns the hunks up to a number of lines.
export function firstLines(hunks: Hunk[], limit: number): Hunk[] {
  const shown: Hunk[] = [];
  let left = limit;
  for (const hunk of hunks) {
    if (left <= 0) break;
    if (hunk.kind === 'gap') shown.push(hunk);
    else {
      shown.push({ kind: 'lines', lines: hunk.lines.slice(0, left) });
      left -= hunk.lines.length;
    }
  }
  return shown;
}

export interface LinePair {
  left?: DifferenceLine;
  right?: DifferenceLine;
}

// pairsOf puts removed lines beside the added ones that follow them.
export function pairsOf(lines: DifferenceLine[]): LinePair[] {
  const pairs: LinePair[] = [];
  let open = 0;
  for (const line of lines) {
    if (line.change === 'same') {
      pairs.push({ left: line, right: line });
      open = pairs.length;
    } else if (line.change === 'removed') {
      pairs.push({ left: line });
    } else if (pairs[open]) {
      pairs[open]!.right = line;
      open++;
    } else {
      pairs.push({ right: line });
      open = pairs.length;
    }
  }
  return pairs;
}
