import { useSyncExternalStore } from 'react';

const tickMilliseconds = 30_000;

// useNow returns the current time and updates it every half minute, from one timer for the whole page.
export function useNow(): Date {
  return useSyncExternalStore(clock.subscribe, clock.read);
}

const clock = newClock();

function newClock() {
  let now = new Date();
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();

  function tick() {
    now = new Date();
    listeners.forEach((listener) => listener());
  }

  return {
    read: () => now,
    subscribe(listener: () => void) {
      if (listeners.size === 0) {
        now = new Date();
        timer = setInterval(tick, tickMilliseconds);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}
