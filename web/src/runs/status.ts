import type { NodeResult, NodeState, RunInfo } from '../api/types';
import type { IconName } from '../ui/Icon';

export type Tone = 'idle' | 'warning' | 'failed' | 'moving' | 'fading' | 'skip';

// A state has an icon, a word and a color, so that color is never the only distinction.
export interface Look {
  tone: Tone;
  icon: IconName;
  label: string;
}

type RunState = Pick<RunInfo, 'runStatus' | 'failedTests'> & { runDetails?: { canceled: boolean } };

export function runLook(run: RunState): Look {
  switch (run.runStatus) {
    case 'waitingToRun':
      return { tone: 'fading', icon: 'waiting', label: 'Waiting' };
    case 'running':
      return { tone: 'moving', icon: 'running', label: run.runDetails?.canceled ? 'Canceling' : 'Running' };
    case 'failed':
      return { tone: 'failed', icon: 'failed', label: 'Failed' };
    case 'canceled':
      return { tone: 'fading', icon: 'canceled', label: 'Canceled' };
    case 'completed':
      return run.failedTests > 0
        ? { tone: 'warning', icon: 'alert', label: 'Tests failed' }
        : { tone: 'idle', icon: 'idle', label: 'Completed' };
  }
}

const nodeLooks: Record<NodeState, Look> = {
  waiting: { tone: 'fading', icon: 'waiting', label: 'Waiting' },
  running: { tone: 'moving', icon: 'running', label: 'Running' },
  complete: { tone: 'idle', icon: 'idle', label: 'Complete' },
  failed: { tone: 'failed', icon: 'failed', label: 'Failed' },
  skipped: { tone: 'skip', icon: 'skipped', label: 'Skipped' },
  canceled: { tone: 'fading', icon: 'canceled', label: 'Canceled' },
};

export function nodeLook(node: Pick<NodeResult, 'runState' | 'failedTests'>): Look {
  if (node.runState === 'complete' && node.failedTests) return { tone: 'warning', icon: 'alert', label: 'Tests failed' };
  return nodeLooks[node.runState];
}
