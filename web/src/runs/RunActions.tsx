import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isOver, useRerun, useResumeDeployment } from '../api/runs';
import type { NodeCounts, RunInfo } from '../api/types';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { announce } from '../ui/announce';
import { counted } from '../ui/text';
import { Dialog } from '../ui/Dialog';
import { CancelRunDialog } from './CancelRunDialog';
import { EditRerunDialog } from './EditRerunDialog';
import { remainder } from './nodes';
import type { Place } from './places';

interface RunActionsProps {
  run: RunInfo;
  counts: NodeCounts | undefined;
  place: Place;
}

// RunActions has what the user may do with the run now. Nothing is shown to a user who may not run its environment.
export function RunActions({ run, counts, place }: RunActionsProps) {
  if (!place.mayRun) return null;
  if (!isOver(run)) return <CancelAction run={run} counts={counts} />;
  if (run.runType === 'deploy') return run.isUnresolved && !place.isWorkspace ? <ResumeAction run={run} /> : null;
  return <RerunActions run={run} left={counts ? remainder(counts) : 0} />;
}

function CancelAction({ run, counts }: { run: RunInfo; counts: NodeCounts | undefined }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        color="red"
        size="xs"
        leftSection={<Icon name="stop" size={15} />}
        disabled={run.runDetails.canceled}
        onClick={() => setAsking(true)}
      >
        {run.runDetails.canceled ? 'Canceling' : 'Cancel run'}
      </Button>
      <CancelRunDialog run={run} counts={counts} opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

function RerunActions({ run, left }: { run: RunInfo; left: number }) {
  const [isEditing, setEditing] = useState(false);
  const open = useOpenRun();
  const rerun = useRerun();
  const start = () => rerun.mutate({ runID: `${run.id}` }, { onSuccess: ({ runCounter }) => open(runCounter) });
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setEditing(true)} data-action={left === 0 ? 'rerun' : undefined}>
        {left > 0 ? 'Edit and re-run…' : 'Run again…'}
      </Button>
      {left > 0 && (
        <Button size="xs" leftSection={<Icon name="refreshing" size={15} />} loading={rerun.isPending} onClick={start} data-action="rerun">
          Re-run {counted(left, 'node')} from failure
        </Button>
      )}
      <EditRerunDialog run={run} left={left} opened={isEditing} onClose={() => setEditing(false)} />
      <Failure title="The run was not started" error={rerun.error} onClose={() => rerun.reset()} />
    </>
  );
}

function ResumeAction({ run }: { run: RunInfo }) {
  const open = useOpenRun();
  const resume = useResumeDeployment();
  const start = () =>
    resume.mutate({ environmentID: run.environmentID, runID: `${run.id}` }, { onSuccess: ({ runCounter }) => open(runCounter) });
  return (
    <>
      <Button size="xs" leftSection={<Icon name="devRun" size={15} />} loading={resume.isPending} onClick={start} data-action="rerun">
        Resume deployment
      </Button>
      <Failure title="The deployment was not resumed" error={resume.error} onClose={() => resume.reset()} />
    </>
  );
}

function Failure({ title, error, onClose }: { title: string; error: unknown; onClose: () => void }) {
  return (
    <Dialog opened={error != null} onClose={onClose} title={title}>
      {error != null && <ProblemAlert error={error} />}
    </Dialog>
  );
}

// useOpenRun returns how to go to the page of a run that was just started.
export function useOpenRun(): (runCounter: number) => void {
  const navigate = useNavigate();
  return (runCounter) => {
    announce(`Run ${runCounter} was started`);
    void navigate({ to: '/runs/$runID', params: { runID: `${runCounter}` } });
  };
}
