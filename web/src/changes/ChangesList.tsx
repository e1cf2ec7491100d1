import { useKeySequences } from '../shell/useKeySequences';
import { Panel } from '../ui/Panel';
import type { ChangesContext } from './ChangesSurface';
import classes from './Changes.module.css';
import { type ChangeItem, type Mark, conflictKey, incomingKey, itemOf, linesText, titleOf } from './items';
import { MarkBadge } from './MarkBadge';
import { useVisibleBlocks } from './useVisibleBlocks';

interface ChangesListProps extends ChangesContext {
  items: ChangeItem[];
  selected: string | undefined;
  onSelect: (key: string) => void;
}

interface Entry {
  key: string;
  title: string;
  mark: Mark;
  note: string;
}

// ChangesList follows the scroll position. The keys j and k go to the next and the previous change.
export function ChangesList({ git, exchange, items, selected, onSelect }: ChangesListProps) {
  const conflicts: Entry[] = exchange.conflicts.map((conflict) => ({
    key: conflictKey(conflict),
    title: titleOf(conflict),
    mark: 'C',
    note: 'changed here and there',
  }));
  const yours = items.map((item) => ({ ...item, note: linesText(item) }));
  const incoming = git.incomingChanges.map(itemOf).map((item) => ({ ...item, key: incomingKey(item.file), note: linesText(item) }));
  const all = [...conflicts, ...yours, ...incoming];
  const visible = useVisibleBlocks(all.map(({ key }) => key).join('\n'));
  const current = selected && visible.includes(selected) ? selected : (visible[0] ?? selected);

  useKeySequences((keys) => {
    const position = all.findIndex(({ key }) => key === current);
    const next = keys === 'j' ? all[position + 1] : keys === 'k' ? all[Math.max(0, position - 1)] : undefined;
    if (next) onSelect(next.key);
    return next !== undefined;
  });

  if (all.length === 0) return <div className={classes.list} />;
  const groups: [string, Entry[]][] = [
    ['Conflicts', conflicts],
    ['Yours', yours],
    ['Coming in', incoming],
  ];
  return (
    <nav className={classes.list} aria-label="Changes">
      <Panel>
        {groups.map(
          ([label, entries]) =>
            entries.length > 0 && (
              <div key={label}>
                <p className={classes.group} data-tone={entries === conflicts ? 'warning' : undefined}>
                  {label} <span className={classes.count}>{entries.length}</span>
                </p>
                <ul className={classes.entries}>
                  {entries.map(({ key, title, mark, note }) => (
                    <li key={key}>
                      <button
                        type="button"
                        className={classes.entry}
                        data-mark={mark}
                        aria-current={key === current ? 'true' : undefined}
                        onClick={() => onSelect(key)}
                      >
                        <MarkBadge mark={mark} />
                        <strong>{title}</strong>
                        <small>{note}</small>
                      </button>
                    </li>
                  ))}
                </ul>
              </div>
            ),
        )}
      </Panel>
    </nav>
  );
}
