import { Text } from '@mantine/core';
import type { RunFigures } from '../api/overviews';
import { RelativeTime } from '../ui/RelativeTime';
import { RunLink } from './RunLink';
import { runLook } from './runLook';
import tones from './tones.module.css';

// LastRun says in one line how the newest run went; a failure has its reason.
export function LastRun({ run }: { run: RunFigures | undefined }) {
  if (!run) {
    return (
      <Text size="xs" c="dimmed" mt={4}>
        No run yet
      </Text>
    );
  }
  const { tone, word } = runLook(run);
  return (
    <Text size="xs" c="dimmed" mt={4} lineClamp={2}>
      <RunLink runID={run.id} underline="hover" fw={600} className={tones.text} data-tone={tone}>
        {run.runStatus === 'running' ? `${run.id}: ${word}` : `${run.id} ${word}`}
      </RunLink>
      {run.runFailureReason ? `: ${run.runFailureReason}` : run.runEndTime && <>, {<RelativeTime at={run.runEndTime} />}</>}
    </Text>
  );
}
