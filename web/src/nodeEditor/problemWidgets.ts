import { type Extension, RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { Diagnostic } from '../api/nodes';

// showProblems replaces the problems that the text editor shows at their lines.
export const showProblems = StateEffect.define<Diagnostic[]>();

// problemWidgets marks the line of each problem and shows a box with the message below it.
export const problemWidgets = (): Extension => [field, EditorView.decorations.from(field)];

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    const shown = transaction.effects.find((effect) => effect.is(showProblems));
    return shown ? decorate(transaction.state.doc, shown.value as Diagnostic[]) : decorations.map(transaction.changes);
  },
});

function decorate(text: Text, problems: Diagnostic[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const [line, found] of byLine(text, problems)) {
    const { from, to } = text.line(line);
    const isError = found.some(({ severity }) => severity === 'error');
    builder.add(from, from, Decoration.line({ class: isError ? 'cm-problem-line' : 'cm-warning-line' }));
    for (const range of rangesOf(text, line, found)) {
      builder.add(range.from, range.to, Decoration.mark({ class: isError ? 'cm-problem' : 'cm-warning' }));
    }
    builder.add(to, to, Decoration.widget({ widget: new ProblemBox(found), block: true, side: 1 }));
  }
  return builder.finish();
}

// byLine groups problems by their line. A problem without a position is at the first line.
function byLine(text: Text, problems: Diagnostic[]): [number, Diagnostic[]][] {
  const lines = new Map<number, Diagnostic[]>();
  for (const problem of problems) {
    const line = Math.min(problem.line ?? 1, text.lines);
    lines.set(line, [...(lines.get(line) ?? []), problem]);
  }
  return [...lines].toSorted(([a], [b]) => a - b);
}

// rangesOf returns the words that problems of a line are about, in order and without overlaps.
function rangesOf(text: Text, number: number, problems: Diagnostic[]): { from: number; to: number }[] {
  const line = text.line(number);
  const starts = [...new Set(problems.map(({ column = 1 }) => Math.min(line.from + column - 1, line.to)))].toSorted((a, b) => a - b);
  return starts.flatMap((from, index) => {
    const word = /^[\w."@]+|^./.exec(line.text.slice(from - line.from))?.[0].length ?? 0;
    const to = Math.min(from + word, starts[index + 1] ?? line.to);
    return to > from ? [{ from, to }] : [];
  });
}

class ProblemBox extends WidgetType {
  constructor(private readonly problems: Diagnostic[]) {
    super();
  }

  override eq(other: ProblemBox): boolean {
    return JSON.stringify(other.problems) === JSON.stringify(this.problems);
  }

  toDOM(): HTMLElement {
    const box = document.createElement('div');
    box.className = 'cm-problem-box';
    for (const problem of this.problems) {
      const entry = document.createElement('div');
      entry.dataset.severity = problem.severity;
      const title = document.createElement('strong');
      title.textContent = problem.message;
      const code = document.createElement('code');
      code.textContent = ` ${problem.code}${problem.line ? ` · ${problem.line}:${problem.column ?? 1}` : ''}`;
      entry.append(title, code);
      if (problem.hint) {
        const hint = document.createElement('p');
        hint.textContent = problem.hint;
        entry.append(hint);
      }
      box.append(entry);
    }
    return box;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
