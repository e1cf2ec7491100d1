import { Button } from '@mantine/core';
import { shortCommit } from '../environments/DeployedCommit';
import { Icon } from '../ui/Icon';
import type { ChangesContext } from './ChangesSurface';
import classes from './Changes.module.css';
import { DifferenceLines } from './DifferenceLines';
import { type ChangeItem, linesText, markWords } from './items';
import { MarkBadge } from './MarkBadge';
import { blockID } from './useVisibleBlocks';

interface ChangeBlockProps extends Pick<ChangesContext, 'workspace'> {
  id: string;
  item: ChangeItem;
  isSplit: boolean;
  // The change is in a commit that a pull brings.
  isIncoming?: boolean;
  // Absent if the change cannot be discarded.
  onDiscard?: () => void;
}

// ChangeBlock shows the difference of one file.
export function ChangeBlock({ id, item, isSplit, isIncoming = false, onDiscard, workspace }: ChangeBlockProps) {
  const { before = '', after = '', path } = item.file;
  const against = isIncoming ? 'in commits to pull' : workspace.baseCommit ? `against ${shortCommit(workspace.baseCommit)}` : 'not committed yet';
  const isTooLarge = before === '' && after === '' && item.mark === 'M';
  return (
    <section className={classes.block} id={blockID(id)} data-key={id} aria-label={`${isIncoming ? 'To pull: ' : ''}${item.title}, ${markWords[item.mark]}`}>
      <div className={classes.blockTitle} data-mark={item.mark}>
        <MarkBadge mark={item.mark} />
        <strong>{item.title}</strong>
        <small title={path}>
          {linesText(item)}, {against}
        </small>
        {onDiscard && (
          <Button
            className={classes.push}
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<Icon name="rollBack" size={14} />}
            aria-label={`Discard the change of ${item.title}`}
            onClick={onDiscard}
          >
            Discard
          </Button>
        )}
      </div>
      {isTooLarge ? (
        <p className={classes.absent}>The difference is too large to show. git diff shows it in a clone.</p>
      ) : (
        <DifferenceLines label={`${isIncoming ? 'Incoming difference' : 'Difference'} of ${path}`} path={path} before={before} after={after} isSplit={isSplit} />
      )}
    </section>
  );
}
