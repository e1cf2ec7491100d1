import { useEffect, useRef } from 'react';
import classes from './MappingGrid.module.css';

interface CellInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
}

// CellInput edits one cell in its place.
export function CellInput({ label, value, onChange, onLeave }: CellInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const first = useRef(value);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return (
    <input
      ref={field}
      className={classes.input}
      aria-label={label}
      value={value}
      spellCheck={false}
      autoComplete="off"
      data-uncommitted={value !== first.current || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
    />
  );
}
