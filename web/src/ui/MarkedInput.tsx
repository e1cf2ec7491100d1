import { Input, type InputProps } from '@mantine/core';
import type { ChangeEvent } from 'react';
import classes from './MarkedInput.module.css';

interface MarkedInputProps extends InputProps {
  id: string;
  value: string;
  // The wrong part of the text, in characters.
  mark?: { start: number; end: number };
  onChange: (value: string) => void;
  describedBy?: string;
  placeholder?: string;
  maxLength?: number;
}

// MarkedInput is a field for code. It underlines the part of the text that is wrong, with a mirror of the text.
export function MarkedInput({ id, value, mark, onChange, describedBy, ...rest }: MarkedInputProps) {
  const characters = [...value];
  return (
    <div className={classes.box}>
      <Input
        id={id}
        value={value}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value)}
        aria-invalid={rest.error ? true : undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.input }}
        {...rest}
      />
      {mark && (
        <span className={classes.mirror} aria-hidden="true">
          {characters.slice(0, mark.start).join('')}
          <u data-wrong>{characters.slice(mark.start, mark.end).join('') || ' '}</u>
        </span>
      )}
    </div>
  );
}
