import { type PointerEvent, type ReactElement, cloneElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './Tooltip.module.css';
import { place } from './floating';

// The handlers of the element that has the tooltip. They are called too.
interface TargetProps {
  onPointerEnter?: (event: PointerEvent<Element>) => void;
  onPointerLeave?: (event: PointerEvent<Element>) => void;
  onFocus?: (event: React.FocusEvent<Element>) => void;
  onBlur?: (event: React.FocusEvent<Element>) => void;
  'aria-describedby'?: string;
}

interface TooltipProps {
  label: string;
  // Nothing is shown.
  disabled?: boolean;
  // In milliseconds.
  openDelay?: number;
  children: ReactElement<TargetProps>;
}

// How long a tooltip stays after a tap.
const touchMilliseconds = 2_500;
// How long the pointer may take from the element to the tooltip.
const crossingMilliseconds = 200;

// Tooltip shows a text next to an element under the pointer or with the focus of the keyboard. It stays while the pointer is
// on it, so that a magnified or long text can be read; Escape hides it, and nothing else (WCAG 1.4.13).
export function Tooltip({ label, disabled = false, openDelay = 0, children }: TooltipProps) {
  const [target, setTarget] = useState<Element>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  const after = (milliseconds: number, next: Element | undefined) => {
    clearTimeout(timer.current);
    if (milliseconds === 0) setTarget(next);
    else timer.current = setTimeout(() => setTarget(next), milliseconds);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const { props } = children;
  const isShown = target !== undefined && !disabled;
  const element = cloneElement(children, {
    onPointerEnter: (event) => {
      props.onPointerEnter?.(event);
      after(openDelay, event.currentTarget);
    },
    onPointerLeave: (event) => {
      props.onPointerLeave?.(event);
      after(event.pointerType === 'touch' ? touchMilliseconds : crossingMilliseconds, undefined);
    },
    onFocus: (event) => {
      props.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) after(0, event.currentTarget);
    },
    onBlur: (event) => {
      props.onBlur?.(event);
      after(0, undefined);
    },
    'aria-describedby': props['aria-describedby'] ?? (isShown ? id : undefined),
  });
  return (
    <>
      {element}
      {isShown &&
        createPortal(
          <Bubble
            id={id}
            label={label}
            target={target}
            onStay={() => clearTimeout(timer.current)}
            onLeave={() => after(crossingMilliseconds, undefined)}
            onHide={() => after(0, undefined)}
          />,
          target.closest('dialog') ?? document.body,
        )}
    </>
  );
}

interface BubbleProps {
  id: string;
  label: string;
  target: Element;
  // The pointer is on the tooltip, or leaves it.
  onStay: () => void;
  onLeave: () => void;
  onHide: () => void;
}

function Bubble({ id, label, target, onStay, onLeave, onHide }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const hide = useRef(onHide);
  hide.current = onHide;
  useLayoutEffect(() => place(bubble.current!, target, { side: 'above', align: 'center' }), [target, label]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog around the element stays open.
      event.preventDefault();
      event.stopPropagation();
      hide.current();
    };
    const onScroll = () => hide.current();
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('scroll', onScroll, true);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('scroll', onScroll, true);
    };
  }, []);
  return (
    <div ref={bubble} role="tooltip" id={id} className={classes.bubble} onPointerEnter={onStay} onPointerLeave={onLeave}>
      {label}
    </div>
  );
}
