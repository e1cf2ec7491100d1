import type { EnvironmentStatus } from '../api/types';
import type { IconName } from '../ui/Icon';

export type Tone = 'idle' | 'moving' | 'failed' | 'warning' | 'skip' | 'fading';

interface Look {
  tone: Tone;
  icon: IconName;
  meaning: string;
}

// The nine statuses of the API. Each has an icon and a color, so that color is never the only distinction.
export const looks: Record<EnvironmentStatus, Look> = {
  Initializing: { tone: 'moving', icon: 'starting', meaning: 'The server creates the environment.' },
  // Gray: only the health says that the data is good.
  Waiting: { tone: 'fading', icon: 'idle', meaning: 'Idle: no run is active, and the last one did not fail.' },
  Deploying: { tone: 'moving', icon: 'deploy', meaning: 'A deployment is running.' },
  'Failed Deploy': { tone: 'failed', icon: 'failed', meaning: 'The last deployment failed. Refreshes are blocked.' },
  Refreshing: { tone: 'moving', icon: 'refreshing', meaning: 'A refresh is running.' },
  'Failed Refresh': { tone: 'failed', icon: 'alert', meaning: 'The last refresh failed.' },
  'Running Dev Run': { tone: 'moving', icon: 'devRun', meaning: 'A development run is running.' },
  'Failed Dev Run': { tone: 'failed', icon: 'alert', meaning: 'The last development run failed.' },
  Deleting: { tone: 'fading', icon: 'trash', meaning: 'The server deletes the environment.' },
};
