import { VisuallyHidden } from '@mantine/core';
import type { Commit } from '../api/commits';
import { shortCommit } from '../environments/DeployedCommit';
import tones from '../environments/tones.module.css';
import { Panel } from '../ui/Panel';
import { RelativeTime } from '../ui/RelativeTime';
import classes from './Choices.module.css';

interface CommitListProps {
  commits: Commit[];
  chosen: string | undefined;
  deployed: string | undefined;
  onChoose: (oid: string) => void;
}

// CommitList lets the user choose one of the commits of a branch.
export function CommitList({ commits, chosen, deployed, onChoose }: CommitListProps) {
  return (
    <Panel>
      <fieldset className={classes.commits}>
        <VisuallyHidden component="legend">Commit</VisuallyHidden>
        {commits.map(({ oid, message, authorName, createdAt }) => (
          <label key={oid} className={classes.commit}>
            <input type="radio" name="commit" value={oid} checked={oid === chosen} onChange={() => onChoose(oid)} />
            <code>{shortCommit(oid)}</code>
            <span className={classes.message}>
              {message.split('\n', 1)[0]}{' '}
              {oid === deployed && (
                <span className={tones.chip} data-tone="idle">
                  deployed
                </span>
              )}
            </span>
            <span className={classes.by}>
              <RelativeTime at={createdAt} /> by {authorName}
            </span>
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}
