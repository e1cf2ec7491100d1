import { Stack, Text } from '@mantine/core';
import type { NodeResult, QueryResult } from '../api/types';
import { counted } from '../ui/text';
import { FailingRowsTable } from './FailingRowsTable';
import classes from './TestsView.module.css';
import { isTest } from './nodes';
import { StateMark } from './StateMark';

// TestsView lists the tests of a node, failed ones first with their rows.
export function TestsView({ node }: { node: NodeResult }) {
  const tests = node.queryResults.filter(isTest);
  const failed = tests.filter(({ status }) => status === 'failed');
  const others = tests.filter(({ status }) => status !== 'failed');
  return (
    <Stack gap="md">
      {failed.map((test) => (
        <FailedTest key={test.name} test={test} />
      ))}
      {others.length > 0 && (
        <ul className={classes.passed}>
          {others.map((test) => (
            <li key={test.name}>
              <StateMark look={test.status === 'success' ? { tone: 'idle', icon: 'idle', label: 'Passed' } : { tone: 'moving', icon: 'running', label: 'Running' }} />
              {test.name}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

function FailedTest({ test }: { test: QueryResult }) {
  const rows = test.failingRows;
  const kept = rows?.values.length ?? 0;
  return (
    <section className={classes.failed} aria-label={`Failed test ${test.name}`}>
      <header className={classes.head}>
        <StateMark look={{ tone: 'warning', icon: 'alert', label: test.name }} />
        <Text size="sm">{test.error?.errorString ?? 'failed'}</Text>
      </header>
      {rows && kept > 0 ? (
        <FailingRowsTable rows={rows} label={`Failing rows of ${test.name}`} />
      ) : (
        <p className={classes.note}>No rows were stored. “Run again” can keep up to 100 rows of each failed test.</p>
      )}
      {rows?.more && <p className={classes.note}>The first {counted(kept, 'row')}; there are more. “Run again” can keep up to 100.</p>}
    </section>
  );
}
