import { useEffect, useState } from 'react';
import type { ChangesSearch } from '../app/workspaceSearch';
import { SegmentChoice } from '../ui/SegmentChoice';
import { ChangeBlock } from './ChangeBlock';
import type { ChangesContext } from './ChangesSurface';
import classes from './Changes.module.css';
import { ConflictBlock } from './ConflictBlock';
import { DiscardDialog } from './DiscardDialog';
import { type ChangeItem, conflictKey, incomingKey, itemOf } from './items';
import { NothingChanged } from './NothingChanged';
import { ResolveBar } from './ResolveBar';
import { blockID } from './useVisibleBlocks';

interface ChangeBlocksProps extends ChangesContext {
  items: ChangeItem[];
  search: ChangesSearch;
  onSearch: (change: ChangesSearch) => void;
}

const views: { value: 'unified' | 'split'; label: string }[] = [
  { value: 'unified', label: 'Unified' },
  { value: 'split', label: 'Side by side' },
];

// ChangeBlocks shows all differences on one page: conflicts first, then the changes of the workspace, then those of
// commits that a pull brings.
export function ChangeBlocks({ items, search, onSearch, ...context }: ChangeBlocksProps) {
  const { exchange, git, mayEdit, workspace } = context;
  const [doomed, setDoomed] = useState<ChangeItem>();
  useEffect(() => {
    if (search.node) document.getElementById(blockID(search.node))?.scrollIntoView({ block: 'start' });
  }, [search.node]);
  const isSplit = search.diff === 'split';
  return (
    <div className={classes.blocks}>
      {exchange.conflicts.map((conflict) => (
        <ConflictBlock key={conflict.path} id={conflictKey(conflict)} conflict={conflict} {...context} />
      ))}
      {exchange.conflicts.length > 0 && <ResolveBar {...context} />}
      {items.length === 0 && <NothingChanged {...context} />}
      {items.length > 0 && (
        <div className={classes.wideOnly}>
          <SegmentChoice label="Show differences" value={isSplit ? 'split' : 'unified'} options={views} onChange={(diff) => onSearch({ diff })} />
        </div>
      )}
      {items.map((item) => (
        <ChangeBlock
          key={item.file.path}
          id={item.key}
          item={item}
          isSplit={isSplit}
          workspace={workspace}
          onDiscard={mayEdit ? () => setDoomed(item) : undefined}
        />
      ))}
      {git.incomingChanges.map((file) => (
        <ChangeBlock key={`incoming ${file.path}`} id={incomingKey(file)} item={itemOf(file)} isSplit={isSplit} workspace={workspace} isIncoming />
      ))}
      <DiscardDialog items={doomed && [doomed]} onClose={() => setDoomed(undefined)} {...context} />
    </div>
  );
}
