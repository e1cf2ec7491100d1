import { shortCommit } from '../environments/DeployedCommit';
import { EmptyState } from '../ui/EmptyState';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import type { ChangesContext } from './ChangesSurface';

// NothingChanged says since when the workspace is as its commit.
export function NothingChanged({ workspace, git, exchange }: ChangesContext) {
  const { baseCommit } = workspace;
  if (exchange.conflicts.length > 0) return null;
  return (
    <Panel>
      <EmptyState icon="check" title={baseCommit ? `Nothing changed since ${shortCommit(baseCommit)}` : 'Nothing to commit'}>
        {git.base ? (
          <>
            “{git.base.message.split('\n', 1)[0]}” was committed <RelativeTime at={git.base.createdAt} /> by {git.base.authorName}. Changes of
            nodes, jobs and settings in this workspace appear here.
          </>
        ) : (
          'Changes of nodes, jobs and settings in this workspace appear here.'
        )}
      </EmptyState>
    </Panel>
  );
}
