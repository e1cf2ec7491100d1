import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { components } from '../../api/schema.gen';
import tones from '../../environments/tones.module.css';
import { counted, sentence } from '../../ui/text';
import type { Change } from './changes';
import { isBreaking } from './changes';
import { ColumnChanges } from './ColumnChanges';
import { Folded } from './Folded';
import classes from './Review.module.css';
import { type SourceChange, SourceDifference } from './SourceDifference';

type PlanStep = components['schemas']['PlanStep'];

interface ChangeDetailProps {
  change: Change;
  source: SourceChange | undefined;
}

// ChangeDetail shows one change of a plan: columns, source, statements and what reads the node.
export function ChangeDetail({ change, source }: ChangeDetailProps) {
  const { title, nodeType, reason, description, columns = [], steps = [], impact = [] } = change;
  return (
    <section className={`${classes.block} ${classes.detail}`} aria-label={`Change of ${title}`}>
      <div className={classes.detailHeader}>
        <div>
          <span className={classes.name}>{title}</span>{' '}
          <Text span size="sm" c="dimmed">
            {nodeType}
          </Text>
        </div>
        {isBreaking(change) ? (
          <span className={tones.chip} data-tone="failed">
            Breaking: {reason}
          </span>
        ) : (
          <Text size="sm" c="dimmed">
            {sentence(reason)}
          </Text>
        )}
      </div>
      {description && <Text size="sm">{sentence(description)}</Text>}
      {columns.length > 0 && <ColumnChanges change={change} />}
      {source && <SourceDifference source={source} />}
      {steps.length > 0 && (
        <Part title="What will run" note={counted(steps.length, 'statement')}>
          <Folded label={`Statements for ${title}`} items={steps.flatMap(linesOf)}>
            {({ id, number, text, isDestructive }) => (
              <div key={id} className={classes.statement} data-destructive={isDestructive}>
                <span>{number}</span>
                <span>{text}</span>
              </div>
            )}
          </Folded>
        </Part>
      )}
      {impact.length > 0 && (
        <Part title="What reads it" note={counted(new Set(impact.map(({ nodeID }) => nodeID)).size, 'node')}>
          <ul className={classes.impact}>
            {impact.map(({ node, column, through }) => (
              <li key={`${node} ${column} ${through}`}>
                <code>{column ? `${node}.${column}` : node}</code>
                {through && (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    reads {through}
                  </Text>
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </section>
  );
}

interface StatementLine {
  id: string;
  number?: number;
  text: string;
  isDestructive: boolean;
}

function linesOf({ id, sql, isDestructive }: PlanStep, index: number): StatementLine[] {
  return sql.split('\n').map((text, line) => ({ id: `${id} ${line}`, number: line === 0 ? index + 1 : undefined, text, isDestructive }));
}

export function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <div className={classes.partTitle}>
        {title} <span>{note}</span>
      </div>
      {children}
    </div>
  );
}
