import { acceptCompletion, autocompletion, closeBrackets } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { Diagnostic } from '../api/nodes';
import { styleNonce } from '../app/nonce';
import classes from './TextEditor.module.css';
import { problemWidgets, showProblems } from './problemWidgets';
import { sqlLanguage } from './sqlLanguage';

interface TextEditorProps {
  label: string;
  text: string;
  problems: Diagnostic[];
  isReadOnly: boolean;
  // The line to show first, from 1.
  line?: number;
  onChange: (text: string) => void;
}

// TextEditor is a text editor for SQL with problems at their lines. Escape, then Tab, leaves it.
export function TextEditor({ label, text, problems, isReadOnly, line, onChange }: TextEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  const editable = useRef(new Compartment());

  const first = useRef(() => newState(text, label, editable.current, isReadOnly, changed));

  // The other effects bring later values into the editor.
  useEffect(() => {
    const created = new EditorView({ parent: parent.current!, state: first.current() });
    view.current = created;
    return () => created.destroy();
  }, []);

  useEffect(() => {
    const doc = view.current!.state.doc.toString();
    if (doc !== text) view.current!.dispatch({ changes: smallestChange(doc, text) });
  }, [text]);
  useEffect(() => view.current!.dispatch({ effects: editable.current.reconfigure(EditorState.readOnly.of(isReadOnly)) }), [isReadOnly]);
  useEffect(() => view.current!.dispatch({ effects: showProblems.of(problems) }), [problems]);
  useEffect(() => {
    if (line !== undefined) goTo(view.current!, line);
  }, [line]);

  return <div ref={parent} className={classes.editor} />;
}

function newState(text: string, label: string, editable: Compartment, isReadOnly: boolean, changed: { current: (text: string) => void }) {
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
      autocompletion({ icons: false }),
      sqlLanguage(),
      problemWidgets(),
      keymap.of([{ key: 'Tab', run: acceptCompletion }, indentWithTab, ...historyKeymap, ...pageKeys, ...defaultKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed.current(update.state.doc.toString());
      }),
    ],
  });
}

// Keys of the page, which the default keys of the editor would consume.
const pageKeys = [{ key: 'Mod-Enter', run: () => true }];

function goTo(view: EditorView, line: number): void {
  const at = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines))).from;
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
