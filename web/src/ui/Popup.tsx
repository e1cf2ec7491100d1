import { type HTMLAttributes, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import classes from './Popup.module.css';
import { place } from './floating';

interface PopupProps extends HTMLAttributes<HTMLDivElement> {
  // The element that it floats next to.
  button: RefObject<HTMLElement | null>;
  align?: 'start' | 'end';
  // Called when the user clicks elsewhere, or moves the focus elsewhere.
  onLeave: () => void;
  // onPlaced is called once, such as to set the focus.
  onPlaced: (popup: HTMLDivElement) => void;
}

// Popup is a box below a button, such as a menu. It does not make the rest of the page inert.
export function Popup({ button, align = 'start', onLeave, onPlaced, className, ...rest }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  const latest = useRef({ onLeave, onPlaced });
  latest.current = { onLeave, onPlaced };
  useLayoutEffect(() => {
    place(popup.current!, button.current!, { side: 'below', align });
    latest.current.onPlaced(popup.current!);
  }, [button, align]);
  useEffect(() => {
    const onMove = ({ target }: Event) => {
      const isInside = [popup, button].some(({ current }) => current?.contains(target as globalThis.Node));
      if (!isInside) latest.current.onLeave();
    };
    document.addEventListener('pointerdown', onMove);
    document.addEventListener('focusin', onMove);
    return () => {
      document.removeEventListener('pointerdown', onMove);
      document.removeEventListener('focusin', onMove);
    };
  }, [button]);
  return <div ref={popup} className={`${classes.popup} ${className ?? ''}`} {...rest} />;
}
