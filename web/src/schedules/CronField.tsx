import { Input, Text } from '@mantine/core';
import { useId } from 'react';
import type { Problem } from '../api/problem';
import { Icon } from '../ui/Icon';
import { MarkedInput } from '../ui/MarkedInput';
import { sentence } from '../ui/text';
import classes from './Schedule.module.css';

interface CronFieldProps {
  value: string;
  problem: Problem | undefined;
  // The saved expression, which stays in effect while the new one is invalid.
  saved?: string;
  onChange: (value: string) => void;
}

const ranges = [
  { name: 'minute', range: '0-59' },
  { name: 'hour', range: '0-23' },
  { name: 'day', range: '1-31' },
  { name: 'month', range: '1-12' },
  { name: 'weekday', range: '0-7, SUN-SAT' },
];

// CronField is the expression as text. The server says which part of it is wrong.
export function CronField({ value, problem, saved, onChange }: CronFieldProps) {
  const id = useId();
  return (
    <div>
      <Input.Label htmlFor={id}>Cron</Input.Label>
      <MarkedInput
        id={id}
        value={value}
        onChange={onChange}
        error={Boolean(problem)}
        mark={problem?.position}
        describedBy={`${id}-about`}
        maxLength={200}
      />
      <div id={`${id}-about`} aria-live="polite">
        {problem && (
          <Text size="sm" className={classes.cronProblem} data-cron-problem>
            <Icon name="failed" size={15} />
            <span>
              <strong>{sentence(problem.message)}.</strong> {problem.hint}
              {saved && (
                <>
                  {' '}
                  Nothing is saved; the schedule keeps <code>{saved}</code>.
                </>
              )}
            </span>
          </Text>
        )}
      </div>
      <FieldList cron={value} problem={problem} />
    </div>
  );
}

// FieldList names the parts of the expression.
function FieldList({ cron, problem }: { cron: string; problem: Problem | undefined }) {
  const parts = [...cron.matchAll(/\S+/g)];
  if (parts.length < 5 || parts.length > 6) return null;
  const names = parts.length === 6 ? [{ name: 'second', range: '0-59' }, ...ranges] : ranges;
  const isWrong = (part: RegExpMatchArray) =>
    problem?.position !== undefined && problem.position.start >= part.index! && problem.position.start < part.index! + part[0].length;
  return (
    <dl className={classes.cronParts}>
      {parts.map((part, index) => (
        <div key={names[index]!.name} data-wrong={isWrong(part) || undefined}>
          <dt>
            {names[index]!.name} {names[index]!.range}
          </dt>
          <dd>{part[0]}</dd>
        </div>
      ))}
    </dl>
  );
}
