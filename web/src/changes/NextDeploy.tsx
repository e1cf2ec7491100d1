import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type EnvironmentOverview, overviewsQuery } from '../api/overviews';
import { shortCommit } from '../environments/DeployedCommit';
import { may } from '../environments/permissions';
import { deployReason } from '../environments/runReason';
import { ActionButton } from '../ui/ActionButton';
import type { ChangesContext } from './ChangesSurface';
import classes from './Changes.module.css';

interface NextDeployProps extends ChangesContext {
  // Whether a commit comes first.
  hasChanges: boolean;
}

// NextDeploy shows how far each environment is behind this branch, and leads to the deployment of its newest commit.
export function NextDeploy({ hasChanges, ...context }: NextDeployProps) {
  const { project, committed } = context;
  const environments = useQuery(overviewsQuery(project.id)).data ?? [];
  if (environments.length === 0) return null;
  return (
    <section className={classes.part} aria-label="Next: deploy">
      <div>
        <Title order={2} size="h5">
          Next: deploy
        </Title>
        {hasChanges && (
          <Text size="xs" c="dimmed">
            after the commit
          </Text>
        )}
      </div>
      {environments.map((overview) => (
        <Target key={overview.id} overview={overview} hasChanges={hasChanges} isNext={!hasChanges && committed !== undefined} {...context} />
      ))}
      <Text size="xs" c="dimmed">
        A plan comes first. It shows every statement and what would be lost.
      </Text>
    </section>
  );
}

interface TargetProps extends NextDeployProps {
  overview: EnvironmentOverview;
  isNext: boolean;
}

function Target({ overview, hasChanges, isNext, git, workspace }: TargetProps) {
  const head = git.commits[0]?.oid;
  const behind = git.commits.findIndex(({ oid }) => oid === overview.deployment?.commit);
  const none = git.hasCommits === false ? 'The branch has no commit.' : 'The commits of the branch are being read.';
  const reason = hasChanges ? 'Commit first; a plan is made for a commit.' : head ? deployReason(overview) : none;
  return (
    <div className={classes.target}>
      <strong>{overview.name}</strong>
      {may(overview, 'environment.run') &&
        (reason ? (
          <ActionButton size="xs" variant="default" reason={reason} aria-label={`Deploy to ${overview.name}`}>
            Deploy
          </ActionButton>
        ) : (
          <Button
            size="xs"
            variant={isNext ? 'filled' : 'default'}
            aria-label={`Deploy to ${overview.name}`}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/projects/$projectID/environments/$environmentID/deploy"
                params={{ projectID: overview.project, environmentID: overview.id }}
                search={{ branch: workspace.branch, commit: head }}
              />
            )}
          >
            Deploy
          </Button>
        ))}
      <small>{behindText(overview, { behind, hasChanges, isReading: !head && git.hasCommits !== false })}</small>
    </div>
  );
}

function behindText({ deployment }: EnvironmentOverview, { behind, hasChanges, isReading }: { behind: number; hasChanges: boolean; isReading: boolean }): string {
  if (!deployment) return 'nothing is deployed';
  const commit = shortCommit(deployment.commit);
  if (isReading) return commit;
  if (behind < 0) return `${commit}, not on this branch`;
  if (hasChanges) return `${commit}, will be ${behind + 1} behind`;
  return behind === 0 ? `${commit}, up to date` : `${commit}, ${behind} behind`;
}
