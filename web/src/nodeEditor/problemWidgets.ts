import { type Extension, RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, type KeyBinding, WidgetType } from '@codemirror/view';
import type { Diagnostic } from '../api/nodes';
import { type Fix, fixLabel, replacementOf } from './fix';

// showProblems replaces the problems that the text editor shows at their lines.
export const showProblems = StateEffect.define<Diagnostic[]>();

// problemWidgets marks the line of each problem and shows a box with the message below it.
export const problemWidgets = (): Extension => [list, field, EditorView.decorations.from(field)];

// problemKeys go from problem to problem, and apply the fix of the one at the cursor.
export const problemKeys: KeyBinding[] = [
  { key: 'F8', run: (view) => goToProblem(view, 1), shift: (view) => goToProblem(view, -1) },
  { key: 'Mod-.', run: fixAtCursor },
];

const list = StateField.define<Diagnostic[]>({
  create: () => [],
  update(problems, transaction) {
    return transaction.effects.find((effect) => effect.is(showProblems))?.value ?? problems;
  },
});

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    const shown = transaction.effects.find((effect) => effect.is(showProblems));
    return shown ? decorate(transaction.state.doc, shown.value as Diagnostic[]) : decorations.map(transaction.changes);
  },
});

// goToProblem moves the cursor to the next problem in a direction, and from the last one to the first.
function goToProblem(view: EditorView, direction: 1 | -1): boolean {
  const { doc, selection } = view.state;
  const places = [...new Set(view.state.field(list).map((problem) => placeOf(doc, problem)))].toSorted((a, b) => direction * (a - b));
  if (places.length === 0) return false;
  const at = places.find((place) => direction * (place - selection.main.head) > 0) ?? places[0]!;
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
  return true;
}

function placeOf(doc: Text, { line = 1, column = 1 }: Diagnostic): number {
  const { from, to } = doc.line(Math.min(line, doc.lines));
  return Math.min(from + column - 1, to);
}

// fixAtCursor applies the fix of the problem at the line of the cursor, or else of the first problem that has one.
function fixAtCursor(view: EditorView): boolean {
  const { doc, selection } = view.state;
  const fixes = view.state.field(list).flatMap(({ fix }) => fix ?? []);
  const here = doc.lineAt(selection.main.head).number;
  const fix = fixes.find(({ line }) => line === here) ?? fixes[0];
  return fix !== undefined && applyFix(view, fix);
}

function applyFix(view: EditorView, fix: Fix): boolean {
  const changes = replacementOf(view.state.doc.toString(), fix);
  if (!changes || view.state.readOnly) return false;
  view.dispatch({ changes, selection: { anchor: changes.from + changes.insert.length }, userEvent: 'input.fix' });
  view.focus();
  return true;
}

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
  const starts = [...new Set(problems.map((problem) => placeOf(text, { ...problem, line: number })))].toSorted((a, b) => a - b);
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

  toDOM(view: EditorView): HTMLElement {
    const box = element('div', '', 'cm-problem-box');
    for (const problem of this.problems) {
      const entry = document.createElement('div');
      entry.dataset.severity = problem.severity;
      const position = problem.line ? ` · ${problem.line}:${problem.column ?? 1}` : '';
      entry.append(element('strong', problem.message), element('code', ` ${problem.code}${position}`));
      if (problem.hint) entry.append(element('p', problem.hint));
      if (problem.fix && !view.state.readOnly) entry.append(fixButton(view, problem.fix));
      box.append(entry);
    }
    return box;
  }

  // The editor ignores what happens in the box, so that its button gets the click.
  override ignoreEvent(): boolean {
    return true;
  }
}

function fixButton(view: EditorView, fix: Fix): HTMLElement {
  const button = element('button', fixLabel(fix), 'cm-fix');
  button.setAttribute('type', 'button');
  button.append(element('kbd', 'Ctrl .'));
  button.addEventListener('click', () => applyFix(view, fix));
  return button;
}

function element(name: string, text: string, className = ''): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  created.className = className;
  return created;
}
