import type { EnvironmentOverview } from '../api/overviews';
import { CommitsBehind, shortCommit } from '../environments/DeployedCommit';
import { EnvironmentLink } from '../environments/EnvironmentLink';
import { healthDetail } from '../environments/health';
import { HealthMark } from '../environments/HealthMark';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';
import classes from './ProjectOverview.module.css';

// EnvironmentHealthList shows how good the data of each environment is and what is deployed there.
export function EnvironmentHealthList({ environments }: { environments: EnvironmentOverview[] }) {
  if (environments.length === 0) {
    return (
      <Panel>
        <EmptyState icon="deploy" title="No environments yet">
          An environment is a deployment target of the project. Create one on the Deploy tab.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel>
      <ul className={classes.list} aria-label="Environments">
        {environments.map((overview) => (
          <li key={overview.id} className={classes.item}>
            <EnvironmentLink environment={overview} fw={600}>
              {overview.name}
            </EnvironmentLink>
            <HealthMark status={overview.health.status} />
            <span className={classes.soft}>
              {overview.deployment ? (
                <>
                  <code>{shortCommit(overview.deployment.commit)}</code> <CommitsBehind overview={overview} />
                </>
              ) : (
                'No commit is deployed'
              )}
            </span>
            <span className={classes.soft}>{healthDetail(overview.health)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
