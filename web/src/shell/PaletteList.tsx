import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../ui/Icon';
import { useModal } from '../ui/useModal';
import classes from './Palette.module.css';

export interface PaletteAction {
  id: string;
  label: string;
  description?: string;
  onChoose: () => void;
}

export interface PaletteGroup {
  title: string;
  actions: PaletteAction[];
}

interface PaletteListProps {
  query: string;
  onQuery: (query: string) => void;
  groups: PaletteGroup[];
  // What is shown without actions.
  nothingFound: string;
  onClose: () => void;
}

const placeholder = 'Search nodes, columns, jobs, environments, runs and pages';
const mostShown = 40;

// PaletteList is a field with a list of actions. The focus stays in the field; arrow keys move the selection, Enter chooses.
export function PaletteList({ query, onQuery, groups, nothingFound, onClose }: PaletteListProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const listID = useId();
  const [selected, setSelected] = useState(0);
  const actions = groups.flatMap((group) => group.actions).slice(0, mostShown);
  const index = Math.min(selected, actions.length - 1);
  const optionID = (action: PaletteAction | undefined) => action && `${listID} ${action.id}`.replaceAll(/\s/g, '-');
  const active = optionID(actions[index]);
  useModal(dialog);
  // Other results begin with the best one.
  const first = actions[0]?.id;
  useEffect(() => setSelected(0), [query, first]);
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function choose(action: PaletteAction | undefined) {
    if (!action) return;
    onClose();
    action.onChoose();
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) choose(actions[index]);
    else if (actions.length > 0) setSelected((index + step + actions.length) % actions.length);
  }

  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does the same
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={classes.content}>
        <div className={classes.field}>
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label={placeholder}
            aria-expanded="true"
            aria-controls={listID}
            aria-activedescendant={active}
            aria-autocomplete="list"
            placeholder={placeholder}
            value={query}
            onChange={(event) => onQuery(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            data-autofocus
          />
        </div>
        <div id={listID} role="listbox" aria-label="Results" className={classes.list}>
          {groups.map(({ title, actions: all }) => {
            const shown = all.filter((action) => actions.includes(action));
            return shown.length === 0 ? null : (
              <div key={title} role="group" aria-label={title}>
                <p className={classes.group} aria-hidden="true">
                  {title}
                </p>
                {shown.map((action) => (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and the keys
                  <div
                    key={action.id}
                    id={optionID(action)}
                    role="option"
                    aria-selected={action === actions[index]}
                    tabIndex={-1}
                    className={classes.action}
                    onClick={() => choose(action)}
                  >
                    <span>{action.label}</span>
                    {action.description && <small>{action.description}</small>}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
        {actions.length === 0 && (
          <p className={classes.nothing} role="status">
            {nothingFound}
          </p>
        )}
      </div>
    </dialog>,
    document.body,
  );
}
