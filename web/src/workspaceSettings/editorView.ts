import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { styleNonce } from '../app/nonce';
import { sqlLanguage } from '../nodeEditor/sqlLanguage';

export type TextKind = 'template' | 'yaml';

export interface EditorProblem {
  // From 1.
  line: number;
  message: string;
  severity: 'error' | 'warning';
}

interface EditorOptions {
  parent: HTMLElement;
  text: string;
  label: string;
  kind: TextKind;
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

const colors = HighlightStyle.define([
  { tag: tags.string, color: 'var(--idle)' },
  { tag: tags.comment, color: 'var(--text-soft)' },
  { tag: tags.propertyName, color: 'var(--accent)' },
]);

const yaml = StreamLanguage.define({
  token(stream: StringStream) {
    if (stream.match(/^#.*/)) return 'comment';
    if (stream.match(/^[\w-]+(?=\s*:)/)) return 'propertyName';
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^']|'')*'?/)) return 'string';
    if (!stream.eatWhile(/\w/)) stream.next();
    return null;
  },
});

const look = EditorView.theme({
  '&': { fontSize: '0.8125rem', backgroundColor: 'var(--surface)', color: 'var(--text)' },
  '.cm-content': { fontFamily: 'var(--mantine-font-family-monospace)', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface-sunken)', color: 'var(--text-soft)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)' },
  '.cm-jinja, .cm-macro, .cm-jinja span, .cm-macro span': { color: 'var(--warning)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--text)', border: '1px solid var(--line-strong)' },
});

// The browser keeps the style of a selection that is typed over, as an inline style, which the content security policy
// reports. So the editor replaces the selection itself.
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data } = event as InputEvent;
    if (inputType !== 'insertText' || data === null || view.composing || view.state.readOnly || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

// createEditor creates an editor in an element. It obeys the content security policy through the nonce of the page.
export function createEditor({ parent, text, label, kind, isReadOnly, onChange }: EditorOptions) {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(styleNonce()),
        lineNumbers(),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        isReadOnly ? EditorState.readOnly.of(true) : highlightActiveLine(),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', ...(isReadOnly && { 'aria-readonly': 'true' }) }),
        kind === 'yaml' ? [yaml, syntaxHighlighting(colors)] : sqlLanguage(),
        typeOverSelection,
        look,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    destroy: () => view.destroy(),
    // setText replaces the text if it differs, such as after a reset.
    setText(next: string) {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    setProblems(problems: EditorProblem[]) {
      const marks = problems
        .filter(({ line }) => line >= 1 && line <= view.state.doc.lines)
        .map(({ line, message, severity }) => {
          const { from, to } = view.state.doc.line(line);
          return { from, to, message, severity };
        });
      view.dispatch(setDiagnostics(view.state, marks));
    },
  };
}
