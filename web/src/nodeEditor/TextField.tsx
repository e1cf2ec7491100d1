import { TextInput, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './Editor.module.css';

interface TextFieldProps {
  label: string;
  description?: string;
  disabled: boolean;
  withAsterisk?: boolean;
  value: string;
  placeholder?: string;
  isCode?: boolean;
  onCommit: (value: string) => void;
}

// TextField changes the node when the field is left, so that each key is not an edit of its own.
export function TextField({ value, isCode, onCommit, ...rest }: TextFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const props = {
    ...rest,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    onBlur: () => text !== value && onCommit(text),
    'data-uncommitted': text !== value || undefined,
  };
  if (!isCode) return <TextInput {...props} />;
  return <Textarea {...props} autosize minRows={2} spellCheck={false} classNames={{ input: classes.code }} />;
}
