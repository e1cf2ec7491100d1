import { Text } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import classes from './Settings.module.css';
import { type EditorProblem, type TextKind, createEditor } from './editorView';

interface TextEditorProps {
  label: string;
  description?: string;
  kind: TextKind;
  value: string;
  isReadOnly: boolean;
  problems?: EditorProblem[];
  onChange: (value: string) => void;
}

// TextEditor edits a template or YAML. The Tab key leaves it, as it leaves any field.
export default function TextEditor({ label, description, kind, value, isReadOnly, problems, onChange }: TextEditorProps) {
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ReturnType<typeof createEditor>>(undefined);
  const change = useRef(onChange);
  change.current = onChange;
  const initial = useRef(value);

  useEffect(() => {
    const made = createEditor({ parent: host.current!, text: initial.current, label, kind, isReadOnly, onChange: (text) => change.current(text) });
    editor.current = made;
    return () => made.destroy();
  }, [label, kind, isReadOnly]);

  useEffect(() => editor.current?.setText(value), [value]);
  useEffect(() => editor.current?.setProblems(problems ?? []), [problems]);

  return (
    <div>
      <Text size="sm" fw={500} id={id}>
        {label}
      </Text>
      {description && (
        <Text size="xs" c="dimmed" mb={6}>
          {description}
        </Text>
      )}
      <div ref={host} className={classes.editor} data-read-only={isReadOnly || undefined} />
    </div>
  );
}
