import { acceptCompletion, closeBrackets, completionStatus } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { Compartment, EditorState, Transaction } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { Diagnostic } from '../api/nodes';
import { styleNonce } from '../app/nonce';
import classes from './TextEditor.module.css';
import { problemKeys, problemWidgets, showProblems } from './problemWidgets';
import { type Words, sqlCompletion } from './sqlCompletion';
import { sqlLanguage } from './sqlLanguage';

interface TextEditorProps {
  label: string;
  text: string;
  problems: Diagnostic[];
  words: Words;
  isReadOnly: boolean;
  // The line to show first, from 1.
  line?: number;
  // The problem that the page went to last: the cursor goes there, also if it has been there before.
  jump?: { line?: string; character?: number };
  onChange: (text: string) => void;
}

// TextEditor is a text editor for SQL with completion, and with problems at their lines. Escape, then Tab, leaves it.
export function TextEditor({ label, text, problems, words, isReadOnly, line, jump, onChange }: TextEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  const latestWords = useRef(words);
  latestWords.current = words;
  const editable = useRef(new Compartment());

  const first = useRef(() => newState({ text, label, editable: editable.current, isReadOnly, changed, words: latestWords }));

  // The other effects bring later values into the editor.
  useEffect(() => {
    const created = new EditorView({ parent: parent.current!, state: first.current() });
    view.current = created;
    return () => created.destroy();
  }, []);

  useEffect(() => {
    const doc = view.current!.state.doc.toString();
    // The undo of the editor takes back what was typed, not what someone else saved.
    const annotations = Transaction.addToHistory.of(false);
    if (doc !== text) view.current!.dispatch({ changes: smallestChange(doc, text), annotations });
  }, [text]);
  useEffect(() => view.current!.dispatch({ effects: editable.current.reconfigure(EditorState.readOnly.of(isReadOnly)) }), [isReadOnly]);
  useEffect(() => view.current!.dispatch({ effects: showProblems.of(problems) }), [problems]);
  useEffect(() => {
    if (line !== undefined && !isAt(view.current!, line)) goTo(view.current!, line);
  }, [line]);
  useEffect(() => {
    if (jump?.line) goTo(view.current!, Number(jump.line), jump.character);
  }, [jump]);

  return <div ref={parent} className={classes.editor} />;
}

interface StateInput {
  text: string;
  label: string;
  editable: Compartment;
  isReadOnly: boolean;
  changed: { current: (text: string) => void };
  words: { current: Words };
}

function newState({ text, label, editable, isReadOnly, changed, words }: StateInput) {
  return EditorState.create({
    doc: text,
    extensions: [
      EditorView.cspNonce.of(styleNonce()),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      editable.of(EditorState.readOnly.of(isReadOnly)),
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      sqlCompletion(words),
      sqlLanguage(),
      problemWidgets(),
      keymap.of([{ key: 'Tab', run: complete }, indentWithTab, ...problemKeys, ...historyKeymap, ...pageKeys, ...defaultKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed.current(update.state.doc.toString());
      }),
    ],
  });
}

// complete accepts the selected completion. The editor ignores keys in the first moments of a list, because they may be meant for
// the text; Tab is then ignored, too, and does not indent the line.
const complete = (view: EditorView) => acceptCompletion(view) || completionStatus(view.state) === 'active';

// Keys of the page, which the default keys of the editor would consume.
const pageKeys = [{ key: 'Mod-Enter', run: () => true }];

// isAt reports whether the user edits a line already.
const isAt = (view: EditorView, line: number) => view.hasFocus && view.state.doc.lineAt(view.state.selection.main.head).number === line;

function goTo(view: EditorView, line: number, character = 1): void {
  const { from, to } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
  const at = Math.min(from + character - 1, to);
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
  view.focus();
}

// smallestChange replaces only the middle that differs, so that the cursor stays where it is.
function smallestChange(before: string, after: string): { from: number; to: number; insert: string } {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
