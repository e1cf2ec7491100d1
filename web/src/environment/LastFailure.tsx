import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EnvironmentOverview, RunFigures } from '../api/overviews';
import { runQuery } from '../api/runs';
import { isPlainClick, RunLink, runPath, useRunOpener } from '../environments/RunLink';
import tones from '../environments/tones.module.css';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import classes from './Environment.module.css';

// LastFailure shows why the data is not good: the last run that failed, or whose tests failed, and that explains the
// health. It is absent if all is well.
export function LastFailure({ overview }: { overview: EnvironmentOverview }) {
  const run = failureOf(overview);
  const open = useRunOpener();
  const error = useQuery({ ...runQuery(`${run?.id}`), enabled: run !== undefined }).data?.firstError;
  if (!run) return null;
  const isFailed = run.runStatus === 'failed';
  const kind = run.runType === 'deploy' ? 'deployment' : 'refresh';
  return (
    <section className={`${classes.failure} ${tones.text}`} data-tone={isFailed ? 'failed' : 'warning'} aria-label="Last failure" data-failure>
      <p>
        <strong>{isFailed ? `The last ${kind} failed:` : `${counted(run.failedTests, 'test')} failed:`}</strong>{' '}
        <RunLink runID={run.id}>run {run.id}</RunLink>
        {run.runEndTime && (
          <>
            , <RelativeTime at={run.runEndTime} />
          </>
        )}
      </p>
      <Group gap="xs">
        <Button
          component="a"
          href={runPath(run.id)}
          size="xs"
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            open(run.id);
          }}
        >
          See the error
        </Button>
      </Group>
      {(error ?? run.runFailureReason) && <p className={classes.reason}>{error ? `${error.name} › ${error.message}` : run.runFailureReason}</p>}
    </section>
  );
}

function failureOf({ health, runs }: EnvironmentOverview): RunFigures | undefined {
  if (health.status === 'failed') return runs.find(({ runStatus }) => runStatus === 'failed');
  if (health.status === 'testsFailing') return runs.find(({ failedTests }) => failedTests > 0);
  return undefined;
}
