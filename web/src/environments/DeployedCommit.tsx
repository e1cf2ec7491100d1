import { Group, Text } from '@mantine/core';
import type { EnvironmentOverview } from '../api/overviews';
import { RelativeTime } from '../ui/RelativeTime';
import { counted, personName } from '../ui/text';
import { RunLink } from './RunLink';
import tones from './tones.module.css';

export const shortCommit = (commit: string) => commit.slice(0, 7);

// DeployedCommit shows what is deployed and how far it is behind the project's branch.
export function DeployedCommit({ overview }: { overview: EnvironmentOverview }) {
  const { deployment, failedDeployment } = overview;
  return (
    <>
      {deployment ? (
        <>
          <Group gap={6}>
            <RunLink runID={deployment.runID} underline="hover" ff="monospace" fz="sm">
              {shortCommit(deployment.commit)}
            </RunLink>
            <CommitsBehind overview={overview} />
          </Group>
          {deployment.message && (
            <Text size="sm" lineClamp={1}>
              {firstLine(deployment.message)}
            </Text>
          )}
        </>
      ) : (
        <Text size="sm">No commit is deployed</Text>
      )}
      <Text size="xs" c="dimmed">
        <When overview={overview} />
      </Text>
      {failedDeployment && (
        <Text size="xs" className={tones.text} data-tone="failed">
          <RunLink runID={failedDeployment.runID} c="inherit">
            {shortCommit(failedDeployment.commit)} failed
          </RunLink>{' '}
          <RelativeTime at={failedDeployment.createdAt} />
        </Text>
      )}
    </>
  );
}

function When({ overview: { deployment, createdAt, createdBy } }: { overview: EnvironmentOverview }) {
  if (!deployment) {
    return (
      <>
        created <RelativeTime at={createdAt} /> by {personName(createdBy)}
      </>
    );
  }
  return (
    <>
      <RelativeTime at={deployment.createdAt} />
      {deployment.createdBy && ` by ${personName(deployment.createdBy)}`}
    </>
  );
}

export function CommitsBehind({ overview: { commitsBehind, branch } }: { overview: EnvironmentOverview }) {
  if (commitsBehind === undefined) return null;
  return (
    <span className={tones.chip} data-tone={commitsBehind === 0 ? 'idle' : 'fading'} title={`compared with branch ${branch}`}>
      {commitsBehind === 0 ? 'up to date' : `${counted(commitsBehind, 'commit')} behind`}
    </span>
  );
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';
