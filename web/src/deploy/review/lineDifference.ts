export interface DifferenceLine {
  change: 'same' | 'added' | 'removed';
  text: string;
  before?: number;
  after?: number;
}

// The table of the longest common subsequence has this many cells at most; larger texts count as replaced.
const mostCells = 4_000_000;

// lineDifference compares two texts line by line.
export function lineDifference(before: string, after: string): DifferenceLine[] {
  const a = before === '' ? [] : before.replace(/\n$/, '').split('\n');
  const b = after === '' ? [] : after.replace(/\n$/, '').split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;

  const lines: DifferenceLine[] = [];
  const same = (i: number, j: number) => lines.push({ change: 'same', text: a[i]!, before: i + 1, after: j + 1 });
  for (let i = 0; i < start; i++) same(i, i);
  addMiddle(lines, a.slice(start, a.length - end), b.slice(start, b.length - end), start);
  for (let i = end; i > 0; i--) same(a.length - i, b.length - i);
  return lines;
}

function addMiddle(lines: DifferenceLine[], a: string[], b: string[], offset: number): void {
  const common = a.length * b.length > mostCells ? undefined : commonLengths(a, b);
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (common && i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ change: 'same', text: a[i]!, before: offset + ++i, after: offset + ++j });
    } else if (i < a.length && (j === b.length || !common || common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push({ change: 'removed', text: a[i]!, before: offset + ++i });
    } else {
      lines.push({ change: 'added', text: b[j]!, after: offset + ++j });
    }
  }
}

// commonLengths returns, for each pair of positions, the length of the longest common subsequence from there on.
function commonLengths(a: string[], b: string[]): Uint32Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i]![j] = a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
    }
  }
  return table;
}
