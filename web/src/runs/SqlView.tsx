import { Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from '../ui/CopyButton';
import classes from './SqlView.module.css';
import { sqlTokens } from './sqlTokens';

interface SqlViewProps {
  title: string;
  sql: string;
  // The line of an error, from 1. It is scrolled to the middle.
  hotLine?: number;
  // What the text is; a statement if absent.
  what?: string;
  facts?: ReactNode;
}

// SqlView shows a statement as the engine received it, with line numbers.
export function SqlView({ title, sql, hotLine, what = 'Statement', facts }: SqlViewProps) {
  const code = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const hot = code.current?.querySelector<HTMLElement>('[data-hot]');
    if (code.current && hot) code.current.scrollTop = hot.offsetTop - code.current.offsetTop - code.current.clientHeight / 2;
  }, [hotLine, sql]);
  const lines = sql.trimEnd().split('\n');
  return (
    <figure className={classes.figure} aria-label={`${what}: ${title}`}>
      <figcaption className={classes.head}>
        <Group gap="xs" wrap="wrap">
          <strong>{title}</strong>
          {facts}
        </Group>
        <CopyButton label={what === 'Statement' ? 'Copy SQL' : 'Copy'} text={sql} size="compact-xs" />
      </figcaption>
      <pre ref={code} className={classes.code} tabIndex={0}>
        {lines.map((line, index) => (
          <span key={index} className={classes.line} data-hot={index + 1 === hotLine || undefined}>
            <span className={classes.number}>{index + 1}</span>
            <code>
              {sqlTokens(line).map(({ kind, text }, position) => (
                <span key={position} data-kind={kind}>
                  {text}
                </span>
              ))}
              {'\n'}
            </code>
          </span>
        ))}
      </pre>
    </figure>
  );
}
