import { type KeyboardEvent, type ReactElement, type ReactNode, type RefObject, createContext, useCallback, useContext, useRef, useState } from 'react';
import classes from './Menu.module.css';
import { Popup } from './Popup';

// What the button of a menu gets.
export interface MenuTargetProps {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
}

interface MenuProps {
  align?: 'start' | 'end';
  renderTarget: (props: MenuTargetProps) => ReactElement;
  children: ReactNode;
}

const Close = createContext<() => void>(() => undefined);

// Menu opens a list of actions and links below its button. Arrow keys move in it; Escape and Tab close it.
export function Menu({ align = 'start', renderTarget, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    // What a click opens, such as a dialog, returns the focus to the button.
    button.current?.focus();
  }, []);
  return (
    <>
      {renderTarget({ ref: button, 'aria-haspopup': 'menu', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) })}
      {isOpen && (
        <Close.Provider value={close}>
          <Dropdown button={button} align={align} onLeave={() => setOpen(false)} onClose={close}>
            {children}
          </Dropdown>
        </Close.Provider>
      )}
    </>
  );
}

interface DropdownProps {
  button: RefObject<HTMLButtonElement | null>;
  align: 'start' | 'end';
  onLeave: () => void;
  onClose: () => void;
  children: ReactNode;
}

function Dropdown({ button, align, onLeave, onClose, children }: DropdownProps) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Tab') return onLeave();
    const items = itemsOf(event.currentTarget);
    const index = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
    if (event.key !== 'Escape' && next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) onClose();
    else items.at(next % items.length)?.focus();
  }

  return (
    <Popup
      button={button}
      align={align}
      role="menu"
      tabIndex={-1}
      className={classes.list}
      onLeave={onLeave}
      onPlaced={(popup) => itemsOf(popup)[0]?.focus()}
      onKeyDown={onKeyDown}
    >
      {children}
    </Popup>
  );
}

const itemsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])')];

// What the element of an item gets: a button, or the link that an item renders.
export interface MenuItemRoot {
  role: 'menuitem';
  tabIndex: number;
  className: string;
  onClick: () => void;
  children: ReactNode;
}

interface MenuItemProps {
  disabled?: boolean;
  // Whether it destroys something.
  isDanger?: boolean;
  icon?: ReactNode;
  onClick?: () => void;
  renderRoot?: (props: MenuItemRoot) => ReactElement;
  children: ReactNode;
}

export function MenuItem({ disabled = false, isDanger = false, icon, onClick, renderRoot, children }: MenuItemProps) {
  const close = useContext(Close);
  const props: MenuItemRoot = {
    role: 'menuitem',
    tabIndex: -1,
    className: classes.item!,
    onClick: () => {
      if (disabled) return;
      close();
      onClick?.();
    },
    children: (
      <>
        {icon}
        <span>{children}</span>
      </>
    ),
  };
  if (renderRoot) return renderRoot(props);
  return <button type="button" {...props} aria-disabled={disabled || undefined} data-danger={isDanger || undefined} />;
}

export const MenuLabel = ({ children }: { children: ReactNode }) => <div className={classes.label}>{children}</div>;

export const MenuDivider = () => <hr className={classes.divider} />;
