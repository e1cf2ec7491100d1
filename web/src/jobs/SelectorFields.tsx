import { Input, Text } from '@mantine/core';
import { useId } from 'react';
import { Icon } from '../ui/Icon';
import { MarkedInput } from '../ui/MarkedInput';
import { counted, sentence } from '../ui/text';
import classes from './Jobs.module.css';
import type { SelectorMatches, SelectorProblem, Selectors } from './selectorMatches';

interface SelectorFieldsProps {
  selectors: Selectors;
  // Absent before the first response.
  matches: SelectorMatches | undefined;
  onChange: (change: Partial<Selectors>) => void;
}

// SelectorFields edits the two selectors of a job or schedule and says what is left after both.
export function SelectorFields({ selectors, matches, onChange }: SelectorFieldsProps) {
  return (
    <>
      <SelectorField
        label="Include"
        description="A selector, such as +{ location: MART }. Empty: every node."
        value={selectors.include}
        problem={problemOf(matches, 'include')}
        warning={matches?.warnings.find(({ selector }) => selector === 'include')}
        onChange={(include) => onChange({ include })}
      />
      <SelectorField
        label="Exclude"
        description="A selector of nodes to leave out. Empty: none."
        value={selectors.exclude}
        problem={problemOf(matches, 'exclude')}
        warning={matches?.warnings.find(({ selector }) => selector === 'exclude')}
        onChange={(exclude) => onChange({ exclude })}
      />
      <div role="status">{matches && matches.errors.length === 0 && <Matches matches={matches} />}</div>
    </>
  );
}

const problemOf = (matches: SelectorMatches | undefined, part: 'include' | 'exclude') => matches?.errors.find(({ selector }) => selector === part);

interface SelectorFieldProps {
  label: string;
  description: string;
  value: string;
  problem: SelectorProblem | undefined;
  warning: SelectorProblem | undefined;
  onChange: (value: string) => void;
}

function SelectorField({ label, description, value, problem, warning, onChange }: SelectorFieldProps) {
  const id = useId();
  return (
    <div>
      <Input.Label htmlFor={id}>{label}</Input.Label>
      <Input.Description mb={5}>{description}</Input.Description>
      <MarkedInput id={id} value={value} onChange={onChange} error={Boolean(problem)} mark={problem && markOf(value, problem)} describedBy={`${id}-about`} />
      <div id={`${id}-about`} aria-live="polite">
        {problem && (
          <p className={classes.problem} data-selector-problem>
            {sentence(problem.message)}, column {problem.column}. {problem.hint}
          </p>
        )}
        {!problem && warning && (
          <p className={classes.warning}>
            <Icon name="alert" size={14} />
            {sentence(warning.message)}
          </p>
        )}
      </div>
    </div>
  );
}

// markOf marks the word at the position of an error, or what is before the end of the text.
function markOf(value: string, { column }: SelectorProblem) {
  const characters = [...value];
  const start = Math.min(column - 1, Math.max(0, characters.length - 1));
  const length = characters.slice(start).findIndex((character) => /\s/.test(character));
  return { start, end: length > 0 ? start + length : length === 0 ? start + 1 : characters.length };
}

function Matches({ matches: { count, total, locations } }: { matches: SelectorMatches }) {
  if (count === 0) {
    return (
      <p className={classes.warning} data-matches>
        <Icon name="alert" size={14} />
        Selects no node of {counted(total, 'node')}. A run does nothing.
      </p>
    );
  }
  return (
    <Text size="sm" data-matches>
      <strong>
        {count} of {counted(total, 'node')} run
      </strong>{' '}
      <Text span size="sm" c="dimmed">
        {locations.map((location) => `${location.count} ${location.name}`).join(', ')}
      </Text>
    </Text>
  );
}
