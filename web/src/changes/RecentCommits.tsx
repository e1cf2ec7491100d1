import { Title } from '@mantine/core';
import { shortCommit } from '../environments/DeployedCommit';
import { RelativeTime } from '../ui/RelativeTime';
import type { ChangesContext } from './ChangesSurface';
import classes from './Changes.module.css';

const mostCommits = 6;

// RecentCommits is the history of the branch.
export function RecentCommits({ git, workspace }: ChangesContext) {
  if (git.commits.length === 0) return null;
  return (
    <section className={classes.part} aria-label={`Last commits on ${workspace.branch}`}>
      <Title order={2} size="h6">
        Last commits on {workspace.branch}
      </Title>
      {git.commits.slice(0, mostCommits).map(({ oid, message, authorName, createdAt }) => (
        <div key={oid} className={classes.commit} title={`${message}\n${authorName}`}>
          <code>{shortCommit(oid)}</code>
          <span>{message.split('\n', 1)[0]}</span>
          <small>
            <RelativeTime at={createdAt} />
          </small>
        </div>
      ))}
    </section>
  );
}
