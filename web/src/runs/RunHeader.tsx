import { Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { isOver, runPath } from '../api/runs';
import type { NodeCounts, NodeResult, RunInfo } from '../api/types';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { counted, sentence } from '../ui/text';
import { CopyAsCommand } from './CopyAsCommand';
import { RunActions } from './RunActions';
import classes from './RunHeader.module.css';
import { StateMark } from './StateMark';
import { nodeKey } from './nodes';
import { usePlaces } from './places';
import { runLook } from './status';
import tones from './tones.module.css';

interface RunHeaderProps {
  run: RunInfo;
  counts: NodeCounts | undefined;
  // The nodes with errors or failed tests, in the order in which they failed.
  failed: NodeResult[];
  selected: NodeResult | undefined;
}

export function RunHeader({ run, counts, failed, selected }: RunHeaderProps) {
  const place = usePlaces()(run.environmentID);
  const look = runLook(run);
  const done = counts && counts.complete + counts.failed + counts.skipped + counts.canceled;
  const progress = run.runStatus === 'running' && done !== undefined ? `◐ ${done}/${run.runDetails.nodesInRun} ` : '';
  useDocumentTitle(`${progress}Run ${run.id} · ${place.name} · Millrace`);
  return (
    <header className={classes.header}>
      <div>
        <Group gap="sm">
          <StateMark look={look} isBadge />
          <Title order={1} size="h2">
            Run {run.id}
          </Title>
        </Group>
        <p className={`${classes.sentence} ${tones.tone}`} data-tone={look.tone} role="status">
          <Sentence run={run} counts={counts} />
          <OtherError run={run} failed={failed} selected={selected} />
        </p>
      </div>
      <Group gap="xs" className={classes.actions}>
        <span className={classes.secondary}>
          <CopyAsCurl path={runPath(`${run.id}`)} />
        </span>
        <span className={classes.secondary}>
          <CopyAsCommand command={`millrace results ${run.id}`} />
        </span>
        <RunActions run={run} counts={counts} place={place} />
      </Group>
    </header>
  );
}

function Sentence({ run, counts }: { run: RunInfo; counts: NodeCounts | undefined }) {
  const total = run.runDetails.nodesInRun;
  switch (run.runStatus) {
    case 'failed':
      return (
        <>
          <strong>{sentence(run.runFailureReason ?? 'the run failed')}.</strong> {counts && counts.skipped > 0 && `${counted(counts.skipped, 'node')} skipped.`}{' '}
          {run.failedTests > 0 && <FailedTests count={run.failedTests} />}
        </>
      );
    case 'completed':
      return run.failedTests > 0 ? (
        <>
          <strong>Completed, {counted(run.failedTests, 'test')} failed.</strong> {counted(total, 'node')}.
        </>
      ) : (
        <>{counted(total, 'node')} complete.</>
      );
    case 'canceled':
      return <>Canceled after {counts?.complete ?? 0} of {counted(total, 'node')}.</>;
    case 'running':
      if (run.runDetails.canceled) return <>The engine stops the running statements.</>;
      return (
        <>
          {counts && `${total - counts.waiting - counts.running} of ${counted(total, 'node')} done.`} {run.failedTests > 0 && <FailedTests count={run.failedTests} />}
        </>
      );
    default:
      return run.waitingFor ? (
        <>
          <strong>{sentence(run.waitingFor.reason)}.</strong> {run.waitingFor.hint}
        </>
      ) : null;
  }
}

function FailedTests({ count }: { count: number }) {
  return <strong className={classes.amber}>{counted(count, 'test')} failed.</strong>;
}

// OtherError leads to the first error when the page shows something else, as when a run fails while it is watched.
function OtherError({ run, failed, selected }: Pick<RunHeaderProps, 'run' | 'failed' | 'selected'>) {
  const first = failed[0];
  if (!isOver(run) || !first || !selected || failed.some(({ nodeID }) => nodeID === selected.nodeID)) return null;
  return (
    <>
      {' '}
      <Link from="/runs/$runID" search={{ node: nodeKey(first) }} resetScroll={false} className={classes.link}>
        Go to the error
      </Link>
    </>
  );
}
