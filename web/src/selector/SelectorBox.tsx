import { CloseButton } from '@mantine/core';
import { useId, useRef } from 'react';
import type { SelectorProblem } from '../api/matches';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import { useTyped } from '../ui/useTyped';
import classes from './SelectorBox.module.css';
import { piecesOf } from './selectorText';
import type { Matching } from './useMatches';

interface SelectorBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  matching: Matching;
  // Which of the two selectors this is.
  part?: 'include' | 'exclude';
  placeholder?: string;
  // The id of the element that says what matches, such as a SelectorMessage.
  describedBy?: string;
  // Whether the key / focuses the box.
  isPageFilter?: boolean;
  isReadOnly?: boolean;
}

// SelectorBox is a field for a selector. It counts what matches while the user types, and underlines an error where it
// is.
export function SelectorBox({ label, value, onChange, matching, part = 'include', placeholder, describedBy, isPageFilter, isReadOnly }: SelectorBoxProps) {
  const colors = useRef<HTMLDivElement>(null);
  const id = useId();
  const [text, type] = useTyped(value, onChange);
  const error = errorOf(matching, part);
  const follow = (event: React.UIEvent<HTMLInputElement>) => {
    if (colors.current) colors.current.scrollLeft = event.currentTarget.scrollLeft;
  };
  return (
    <div className={classes.box} data-invalid={error !== undefined || undefined}>
      <Icon name="filter" size={16} />
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.field}>
        <div ref={colors} className={classes.colors} aria-hidden="true">
          {piecesOf(text, error?.line === 1 ? error.column : undefined).map((piece, index) => (
            <span key={index} data-kind={piece.kind}>
              {piece.text}
            </span>
          ))}
        </div>
        <input
          id={id}
          className={classes.input}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onScroll={follow}
          onSelect={follow}
          placeholder={placeholder}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy}
          readOnly={isReadOnly}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          data-page-filter={isPageFilter || undefined}
        />
      </div>
      {part === 'include' && !error && matching.matches && (
        <span className={classes.count} data-stale={matching.isStale || undefined}>
          {countText(value, matching.matches.count, matching.matches.total)}
        </span>
      )}
      {text !== '' && !isReadOnly && <CloseButton size="sm" aria-label={`Clear ${label.toLowerCase()}`} onClick={() => type('')} />}
    </div>
  );
}

function countText(value: string, count: number, total: number): string {
  return value.trim() === '' && count === total ? counted(total, 'node') : `${count} of ${counted(total, 'node')}`;
}

// errorOf returns the error of a selector, unless the user has typed since.
export function errorOf({ matches, isStale }: Matching, part: 'include' | 'exclude'): SelectorProblem | undefined {
  return isStale ? undefined : matches?.errors.find(({ selector }) => selector === part);
}
