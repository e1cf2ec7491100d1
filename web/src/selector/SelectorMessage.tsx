import { useMemo } from 'react';
import { LocationDot } from '../graph/LocationDot';
import { Icon } from '../ui/Icon';
import { counted, sentence } from '../ui/text';
import { errorOf } from './SelectorBox';
import classes from './SelectorMessage.module.css';
import { describe } from './selectorText';
import type { Matching } from './useMatches';

interface SelectorMessageProps {
  id?: string;
  // The selector that the message describes.
  value: string;
  matching: Matching;
  part?: 'include' | 'exclude';
  // The number of each location's color.
  hues?: Map<string, number>;
}

// SelectorMessage says in a polite live text what a selector matches, or what is wrong with it and where.
export function SelectorMessage({ id, value, matching, part = 'include', hues }: SelectorMessageProps) {
  const error = errorOf(matching, part);
  const warning = matching.isStale ? undefined : matching.matches?.warnings.find(({ selector }) => selector === part);
  const description = useMemo(() => describe(value), [value]);
  const matches = matching.matches;
  return (
    <div id={id} className={classes.message} role="status" data-selector-message>
      {error && (
        <span className={classes.error}>
          <Icon name="failed" size={15} />
          {sentence(error.message)} at {error.line > 1 ? `line ${error.line}, ` : ''}column {error.column}.{error.hint ? ` ${error.hint}` : ''}
        </span>
      )}
      {!error && matches && (
        <>
          <span>
            {description ? (
              <>
                <strong>{description.subject}</strong> {description.rest}
              </>
            ) : (
              <>{value.trim() === '' ? 'All nodes' : `${counted(matches.count, 'node')} ${matches.count === 1 ? 'matches' : 'match'}`}</>
            )}
          </span>
          {part === 'include' &&
            matches.locations.map(({ name, count }) => (
              <span key={name} className={classes.location}>
                <LocationDot hue={hues?.get(name)} />
                {count} {name}
              </span>
            ))}
          {warning && (
            <span className={classes.warning}>
              <Icon name="alert" size={15} />
              {sentence(warning.message)}
            </span>
          )}
        </>
      )}
      {matching.error && !matches && <span className={classes.error}>{sentence(matching.error.message)}</span>}
    </div>
  );
}
