import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { workspaceDiffPath } from '../api/workspaceGit';
import { CopyAsCommand } from '../runs/CopyAsCommand';
import { ActionButton } from '../ui/ActionButton';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { BranchMenu } from './BranchMenu';
import type { ChangesContext } from './ChangesSurface';
import classes from './Changes.module.css';
import type { ChangeItem } from './items';
import { type Step, Steps } from './Steps';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' });

// ChangesHeader says where one is between pull and deploy, and has the exchange with the remote.
export function ChangesHeader(props: ChangesContext & { items: ChangeItem[] }) {
  const { project, workspace, git, exchange, mayEdit, items, committed } = props;
  useDocumentTitle(`Changes of ${workspace.name} · Millrace`);
  const step = stepOf(props);
  const { remoteProblem, conflicts } = exchange;
  return (
    <>
      <div className={classes.header}>
        <Title order={1} size="h2">
          Changes
        </Title>
        <BranchMenu {...props} />
        <Steps current={step} hasConflict={conflicts.length > 0} withPush={project.gitRepo !== undefined} />
        <div className={classes.actions}>
          <CopyAsCurl path={workspaceDiffPath(workspace.id)} />
          <CopyAsCommand command={`millrace workspaces diff ${workspace.id}`} />
          {mayEdit && (
            <>
              <ActionButton
                size="xs"
                variant={step === 'pull' && conflicts.length === 0 ? 'filled' : 'default'}
                leftSection={<Icon name="pull" size={15} />}
                loading={exchange.isPulling}
                reason={pullReason(props)}
                onClick={exchange.pull}
              >
                Pull{git.incoming.length > 0 ? ` ${git.incoming.length}` : ''}
              </ActionButton>
              <ActionButton
                size="xs"
                variant={step === 'push' ? 'filled' : 'default'}
                leftSection={<Icon name="deploy" size={15} />}
                loading={exchange.isPushing}
                reason={pushReason(props)}
                onClick={() => exchange.push(workspace.branch)}
              >
                Push
              </ActionButton>
            </>
          )}
        </div>
      </div>
      {remoteProblem && (
        <div className={classes.notice} data-tone="warning" role="status">
          <Icon name="alert" size={16} />
          <span>
            The remote repository cannot be reached since {clock.format(remoteProblem.since)}: {remoteProblem.message}. Commits, branches and
            deployments work; pull and push again when it is back.
          </span>
        </div>
      )}
      {exchange.error && <ProblemAlert error={exchange.error} />}
      {exchange.pushed && exchange.pushed.commit === (committed?.oid ?? exchange.pushed.commit) && items.length === 0 && (
        <div className={classes.notice} data-tone="idle" role="status">
          <Icon name="idle" size={16} />
          <span>
            {exchange.pushed.isNew ? 'Pushed' : 'The remote has'} <code>{exchange.pushed.commit.slice(0, 7)}</code> of {exchange.pushed.branch}
            {exchange.pushed.isNew ? ` to ${project.gitRepo}.` : ' already.'}
          </span>
        </div>
      )}
    </>
  );
}

// stepOf returns the step that comes next.
function stepOf({ project, git, exchange, committed, items }: ChangesContext & { items: ChangeItem[] }): Step | undefined {
  if (exchange.conflicts.length > 0 || git.incoming.length > 0) return 'pull';
  if (items.length > 0) return 'commit';
  if (!committed) return undefined;
  return project.gitRepo && exchange.pushed?.commit !== committed.oid ? 'push' : 'deploy';
}

const reading = 'The commits of the branch are being read.';

function pullReason({ project, git, exchange }: ChangesContext): string | undefined {
  if (exchange.conflicts.length > 0) return 'Resolve the conflicts below; that pulls.';
  if (git.hasCommits === undefined) return reading;
  if (!git.hasCommits && !project.gitRepo) return 'There is nothing to pull: the branch has no commits, and the project has no remote repository.';
  return undefined;
}

function pushReason({ project, git }: ChangesContext): string | undefined {
  if (!project.gitRepo) return 'The project has no remote repository. Set one in the settings of the project.';
  if (git.hasCommits === undefined) return reading;
  return git.hasCommits ? undefined : 'There is nothing to push: the branch has no commits.';
}
