import { Checkbox, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import classes from './CheckList.module.css';
import { contains, counted } from './text';

interface Option {
  value: string;
  label: string;
}

interface CheckListProps {
  label: string;
  description?: string;
  options: Option[];
  // The chosen values, in the order of the choice.
  value: string[];
  disabled?: boolean;
  onChange: (value: string[]) => void;
}

// A shorter list needs no filter.
const leastForFilter = 12;
// A longer list is cut: the filter finds the rest.
const mostShown = 100;

// CheckList chooses several of many options. It names what is chosen above the options.
export function CheckList({ label, description, options, value, disabled, onChange }: CheckListProps) {
  const [filter, setFilter] = useState('');
  const describedBy = useId();
  const found = options.filter((option) => contains(filter, option.label));
  const shown = found.slice(0, mostShown);
  const names = value.flatMap((one) => options.find((option) => option.value === one)?.label ?? []);
  const toggle = (one: string, isChosen: boolean) => onChange(isChosen ? [...value, one] : value.filter((other) => other !== one));
  return (
    <fieldset className={classes.field} aria-describedby={describedBy}>
      <legend>{label}</legend>
      <Text size="xs" c="dimmed" id={describedBy}>
        {description} {names.length > 0 ? `Chosen: ${names.join(', ')}.` : 'None is chosen.'}
      </Text>
      {options.length > leastForFilter && (
        <TextInput
          size="xs"
          aria-label={`Filter ${label.toLowerCase()}`}
          placeholder="Filter"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          // Enter would send the form around the list.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {/* Without a checkbox to focus, the keyboard could not scroll the list. */}
      <div className={classes.list} role="region" aria-label={label} tabIndex={disabled ? 0 : undefined}>
        {shown.map((option) => (
          <Checkbox
            key={option.value}
            size="xs"
            label={option.label}
            checked={value.includes(option.value)}
            disabled={disabled}
            onChange={(event) => toggle(option.value, event.currentTarget.checked)}
          />
        ))}
        {found.length === 0 && (
          <Text size="sm" c="dimmed">
            {options.length === 0 ? 'There is nothing to choose.' : 'Nothing matches.'}
          </Text>
        )}
        {found.length > shown.length && (
          <Text size="xs" c="dimmed">
            {counted(found.length - shown.length, 'more entry', 'more entries')}: use the filter.
          </Text>
        )}
      </div>
    </fieldset>
  );
}
