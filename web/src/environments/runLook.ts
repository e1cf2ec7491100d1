import type { RunFigures } from '../api/overviews';
import { counted } from '../ui/text';
import type { Tone } from './status';

interface RunLook {
  tone: Tone;
  word: string;
}

// runLook returns the result of a run in words. A run with failed tests is never plainly completed.
export function runLook({ runStatus, failedTests, nodesDone, nodesInRun }: RunFigures): RunLook {
  switch (runStatus) {
    case 'waitingToRun':
      return { tone: 'moving', word: 'waits to run' };
    case 'running':
      return { tone: 'moving', word: `${nodesDone ?? 0} of ${counted(nodesInRun, 'node')}` };
    case 'failed':
      return { tone: 'failed', word: 'failed' };
    case 'canceled':
      return { tone: 'fading', word: 'canceled' };
    default:
      return failedTests > 0
        ? { tone: 'warning', word: `completed, ${counted(failedTests, 'test')} failed` }
        : { tone: 'idle', word: 'completed' };
  }
}
