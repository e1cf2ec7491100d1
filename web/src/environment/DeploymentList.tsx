import { useQuery } from '@tanstack/react-query';
import { type Deployment, deploymentsQuery } from '../api/deployments';
import type { EnvironmentOverview } from '../api/overviews';
import { usersQuery } from '../api/users';
import { shortCommit } from '../environments/DeployedCommit';
import { RunLink } from '../environments/RunLink';
import tones from '../environments/tones.module.css';
import { EmptyState } from '../ui/EmptyState';
import { Icon, type IconName } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { RelativeTime } from '../ui/RelativeTime';
import { personName } from '../ui/text';
import { countsText } from './countsText';
import classes from './Environment.module.css';
import { RollBackButton } from './RollBackButton';

interface DeploymentListProps {
  overview: EnvironmentOverview;
  limit?: number;
}

// DeploymentList shows the deployments, newest first. An earlier one can be rolled back to.
export function DeploymentList({ overview, limit }: DeploymentListProps) {
  const deployments = useQuery(deploymentsQuery(overview.id));
  const users = useQuery(usersQuery).data ?? [];
  const nameOf = (id?: string) => {
    const user = users.find((candidate) => candidate.id === id);
    return user ? personName(user) : undefined;
  };
  return (
    <QueryView query={deployments}>
      {(all) => (
        <Panel>
          {all.length === 0 && (
            <EmptyState icon="deploy" title="No deployments yet">
              Each deployment is listed here, with the way back to it.
            </EmptyState>
          )}
          <ul className={classes.entries}>
            {all.slice(0, limit).map((deployment) => (
              <Entry key={deployment.runID} deployment={deployment} by={nameOf(deployment.createdBy)} overview={overview} />
            ))}
          </ul>
        </Panel>
      )}
    </QueryView>
  );
}

const looks: Record<Deployment['status'], { tone: string; icon: IconName; word: string }> = {
  waitingToRun: { tone: 'moving', icon: 'clock', word: 'Waits to run' },
  running: { tone: 'moving', icon: 'refreshing', word: 'Running' },
  completed: { tone: 'idle', icon: 'idle', word: 'Completed' },
  failed: { tone: 'failed', icon: 'failed', word: 'Failed' },
  canceled: { tone: 'fading', icon: 'failed', word: 'Canceled' },
};

function Entry({ deployment, by, overview }: { deployment: Deployment; by?: string; overview: EnvironmentOverview }) {
  const { runID, status, commit, message, createdAt, counts, isCurrent } = deployment;
  const { tone, icon, word } = looks[status];
  return (
    <li className={classes.entry}>
      <span className={tones.text} data-tone={tone} role="img" aria-label={word} title={word}>
        <Icon name={icon} size={16} />
      </span>
      <div>
        <RunLink runID={runID} ff="monospace">
          {shortCommit(commit)}
        </RunLink>{' '}
        {message.split('\n', 1)[0]}
        <small>
          <RelativeTime at={createdAt} />
          {by && `, ${by}`}: {status === 'completed' ? countsText(counts) : word.toLowerCase()}
        </small>
      </div>
      {isCurrent ? (
        <span className={tones.chip} data-tone="idle">
          now
        </span>
      ) : status === 'completed' ? (
        <RollBackButton deployment={deployment} overview={overview} />
      ) : (
        <RunLink runID={runID}>See why</RunLink>
      )}
    </li>
  );
}
