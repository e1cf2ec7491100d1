import { Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { Icon } from '../../ui/Icon';
import { type Loss, lossKey, lossNumber } from './changes';
import classes from './Review.module.css';

interface LossConfirmationProps {
  losses: Loss[];
  required: { text: string; what: string };
  input: string;
  onInput: (input: string) => void;
  // onEnter moves to the button; it does not deploy.
  onEnter: () => void;
}

// LossConfirmation shows what a plan destroys, in numbers, and asks for a confirmation that cannot be given by
// accident.
export function LossConfirmation({ losses, required, input, onInput, onEnter }: LossConfirmationProps) {
  const id = useId();
  return (
    <section className={classes.block} data-tone="failed" aria-labelledby={`${id}-title`}>
      <h2 className={classes.blockTitle} id={`${id}-title`}>
        <Icon name="trash" />
        This plan destroys data that exists nowhere else
      </h2>
      {losses.map((loss) => (
        <div key={lossKey(loss)} className={classes.entry}>
          <span className={classes.name}>{loss.change.title}</span>
          <span>{lossText(loss)}</span>
          <span className={classes.number}>{lossNumber(loss)}</span>
        </div>
      ))}
      <div className={classes.confirm}>
        <Text size="sm" component="label" htmlFor={id}>
          <strong>To allow it, type {required.what}:</strong> <code>{required.text}</code>{' '}
          <Text span size="sm" c="dimmed">
            Rolling back creates the object again, but not its data.
          </Text>
        </Text>
        <TextInput
          id={id}
          value={input}
          onChange={(event) => onInput(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onEnter();
          }}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
    </section>
  );
}

function lossText({ what, column, object }: Loss): string {
  if (what === 'table') return `Table ${object} is dropped.`;
  if (what === 'column') return `Column ${column ?? ''} is dropped.`;
  return `Values of column ${column ?? ''} may not fit its new type.`;
}
