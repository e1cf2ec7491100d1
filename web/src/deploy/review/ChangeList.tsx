import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import tones from '../../environments/tones.module.css';
import { sentence } from '../../ui/text';
import { type Change, isBreaking, lossKey, lossNumber } from './changes';
import classes from './Review.module.css';

interface ChangeListProps {
  changes: Change[];
  selected: string | undefined;
  onSelect: (nodeID: string) => void;
}

const signTones: Record<string, string> = { '−': 'failed', '~': 'warning', '+': 'idle', '=': 'fading' };

// ChangeList is a list box: j and k, or the arrows, move; b goes to the next breaking change.
export function ChangeList({ changes, selected, onSelect }: ChangeListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const position = changes.findIndex(({ nodeID }) => nodeID === selected);

  useEffect(() => {
    if (list.current?.contains(document.activeElement)) {
      list.current.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    }
  }, [selected]);

  function press(event: KeyboardEvent) {
    const target = targetOf(event.key, changes, position);
    if (!target) return;
    event.preventDefault();
    onSelect(target.nodeID);
  }

  const groups = [...new Set(changes.map(({ group }) => group))];
  return (
    <div
      ref={list}
      role="listbox"
      aria-label="Changes"
      tabIndex={0}
      aria-activedescendant={position >= 0 ? `${id}-${position}` : undefined}
      className={classes.list}
      onKeyDown={press}
      onClick={(event) => {
        const option = (event.target as Element).closest<HTMLElement>('[data-node]');
        if (option?.dataset.node) onSelect(option.dataset.node);
      }}
    >
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <div className={classes.group} aria-hidden="true">
            {group}
          </div>
          {changes.map(
            (change, index) =>
              change.group === group && (
                <div
                  key={change.nodeID}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === position}
                  tabIndex={-1}
                  className={classes.change}
                  data-node={change.nodeID}
                >
                  <ChangeLine change={change} />
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  );
}

function ChangeLine({ change }: { change: Change }) {
  return (
    <>
      <span className={`${classes.sign} ${tones.text}`} data-tone={signTones[change.sign]}>
        {change.sign}
      </span>
      <span className={classes.name}>{change.title}</span>
      {isBreaking(change) ? (
        <span className={tones.chip} data-tone="failed">
          Breaking
        </span>
      ) : (
        <span className={classes.category}>{change.category === 'metadataOnly' ? 'Metadata only' : 'Not breaking'}</span>
      )}
      <small>
        {sentence(change.reason)}{' '}
        {(change.destructive ?? []).map((loss) => (
          <span key={lossKey(loss)} className={classes.number}>
            {lossNumber(loss)}{' '}
          </span>
        ))}
      </small>
    </>
  );
}

// targetOf returns the change that a key moves to.
function targetOf(key: string, changes: Change[], position: number): Change | undefined {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return changes[Math.min(changes.length - 1, position + 1)];
    case 'k':
    case 'ArrowUp':
      return changes[Math.max(0, position - 1)];
    case 'Home':
      return changes[0];
    case 'End':
      return changes.at(-1);
    case 'b': {
      const rest = [...changes.slice(position + 1), ...changes.slice(0, position + 1)];
      return rest.find(isBreaking);
    }
    default:
      return undefined;
  }
}
