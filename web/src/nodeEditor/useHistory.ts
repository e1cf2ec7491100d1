import { useCallback, useRef, useState } from 'react';

export interface History<T> {
  canUndo: boolean;
  canRedo: boolean;
  push: (before: T) => void;
  // pushTyping records the value before a series of keys once.
  pushTyping: (before: T) => void;
  undo: (current: T, show: (value: T) => void) => void;
  redo: (current: T, show: (value: T) => void) => void;
  // forget removes all values.
  forget: () => void;
}

const most = 200;

// useHistory remembers earlier values for undo and redo.
export function useHistory<T>(): History<T> {
  const past = useRef<T[]>([]);
  const future = useRef<T[]>([]);
  const isTyping = useRef(false);
  const [sizes, setSizes] = useState({ past: 0, future: 0 });
  const update = () => setSizes({ past: past.current.length, future: future.current.length });
  const forget = useCallback(() => {
    past.current = [];
    future.current = [];
    isTyping.current = false;
    setSizes({ past: 0, future: 0 });
  }, []);

  const push = (before: T) => {
    past.current = [...past.current.slice(1 - most), before];
    future.current = [];
    isTyping.current = false;
    update();
  };
  const step = (from: { current: T[] }, to: { current: T[] }, current: T, show: (value: T) => void) => {
    const value = from.current.at(-1);
    if (value === undefined) return;
    from.current = from.current.slice(0, -1);
    to.current = [...to.current, current];
    isTyping.current = false;
    update();
    show(value);
  };
  return {
    canUndo: sizes.past > 0,
    canRedo: sizes.future > 0,
    push,
    pushTyping: (before) => {
      if (isTyping.current) return;
      push(before);
      isTyping.current = true;
    },
    undo: (current, show) => step(past, future, current, show),
    redo: (current, show) => step(future, past, current, show),
    forget,
  };
}
