import { Text } from '@mantine/core';
import { useCancelRun } from '../api/runs';
import type { NodeCounts, RunInfo } from '../api/types';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { announce } from '../ui/announce';
import { counted } from '../ui/text';

interface CancelRunDialogProps {
  run: RunInfo;
  counts: NodeCounts | undefined;
  opened: boolean;
  onClose: () => void;
}

// CancelRunDialog says in numbers what a cancel stops and what stays.
export function CancelRunDialog({ run, counts, opened, onClose }: CancelRunDialogProps) {
  const cancel = useCancelRun();

  function confirm() {
    cancel.mutate(`${run.id}`, {
      onSuccess: () => {
        announce(`Run ${run.id} is being canceled`);
        onClose();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Cancel run ${run.id}?`}
      action="Cancel the run"
      keep="Keep running"
      error={cancel.error}
      isWorking={cancel.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{consequences(run, counts)}</Text>
    </ConfirmDialog>
  );
}

function consequences(run: RunInfo, counts: NodeCounts | undefined): string {
  if (run.runStatus === 'waitingToRun' || !counts) return `It has not started: none of its ${counted(run.runDetails.nodesInRun, 'node')} runs.`;
  const stopped = counts.running === 1 ? '1 running node is stopped and rolled back' : `${counts.running} running nodes are stopped and rolled back`;
  const kept = counts.complete === 1 ? '1 complete node keeps its new data' : `${counts.complete} complete nodes keep their new data`;
  const left = counts.waiting === 1 ? '1 node does not run' : `${counts.waiting} nodes do not run`;
  return `${stopped}, ${kept}, ${left}.`;
}
