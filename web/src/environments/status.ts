import type { EnvironmentStatus } from '../api/types';
import type { IconName } from '../ui/Icon';

export type Tone = 'idle' | 'moving' | 'failed' | 'fading';

interface Look {
  tone: Tone;
  icon: IconName;
  meaning: string;
}

// The nine words of the interface. Each has an icon and a color, so that no one depends on the color alone.
export const looks: Record<EnvironmentStatus, Look> = {
  Initializing: { tone: 'moving', icon: 'starting', meaning: 'The environment is being made.' },
  Waiting: { tone: 'idle', icon: 'idle', meaning: 'Idle: the last work ended well.' },
  Deploying: { tone: 'moving', icon: 'deploy', meaning: 'A deployment is running.' },
  'Failed Deploy': { tone: 'failed', icon: 'failed', meaning: 'The last deployment failed; it blocks a refresh.' },
  Refreshing: { tone: 'moving', icon: 'refreshing', meaning: 'A refresh is running.' },
  'Failed Refresh': { tone: 'failed', icon: 'alert', meaning: 'The last refresh failed.' },
  'Running Dev Run': { tone: 'moving', icon: 'devRun', meaning: 'A development run is running.' },
  'Failed Dev Run': { tone: 'failed', icon: 'alert', meaning: 'The last development run failed.' },
  Deleting: { tone: 'fading', icon: 'trash', meaning: 'The environment is being deleted.' },
};
