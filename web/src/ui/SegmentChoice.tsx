import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import classes from './SegmentChoice.module.css';

interface SegmentChoiceProps<T extends string> {
  label: string;
  value: T;
  options: { value: T; label: string }[];
  disabled?: boolean;
  onChange: (value: T) => void;
}

// SegmentChoice offers few alternatives side by side. They are radio buttons, so that arrow keys move between them.
export function SegmentChoice<T extends string>({ label, value, options, disabled, onChange }: SegmentChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className={classes.choice} disabled={disabled}>
      <VisuallyHidden component="legend">{label}</VisuallyHidden>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input type="radio" name={name} checked={value === option.value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
