import type { EnvironmentHealth, HealthStatus } from '../api/overviews';
import type { IconName } from '../ui/Icon';
import { counted } from '../ui/text';
import type { Tone } from './status';

interface HealthLook {
  word: string;
  tone: Tone;
  icon: IconName;
  meaning: string;
}

// How good the data is; the status of an environment says what it does.
export const healthLooks: Record<HealthStatus, HealthLook> = {
  neverDeployed: { word: 'Never deployed', tone: 'fading', icon: 'info', meaning: 'Nothing is deployed.' },
  healthy: { word: 'Healthy', tone: 'idle', icon: 'idle', meaning: 'Every node was built, and its tests passed.' },
  stale: { word: 'Stale', tone: 'warning', icon: 'clock', meaning: 'Not built since it was deployed, or skipped by the last run.' },
  testsFailing: { word: 'Tests failing', tone: 'warning', icon: 'alert', meaning: 'Tests failed in the last build.' },
  failed: { word: 'Failed', tone: 'failed', icon: 'failed', meaning: 'The last build of a node, or the last deployment, failed.' },
};

export const healthStatuses = Object.keys(healthLooks) as HealthStatus[];

export const isHealthStatus = (value: unknown): value is HealthStatus => healthStatuses.some((status) => status === value);

// healthDetail returns the numbers behind the word.
export function healthDetail({ status, nodes, failedTests }: EnvironmentHealth): string {
  if (status === 'neverDeployed') return 'nothing to run yet';
  const bad = [
    nodes.failed > 0 && `${nodes.failed} failed`,
    nodes.testsFailing > 0 && `${counted(failedTests, 'test')} in ${counted(nodes.testsFailing, 'node')}`,
    nodes.stale > 0 && `${nodes.stale} stale`,
  ].filter(Boolean);
  if (bad.length > 0) return bad.join(', ');
  return status === 'failed' ? 'the last deployment failed' : counted(nodes.healthy, 'node');
}
