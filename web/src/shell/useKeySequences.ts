import { useEffect, useRef } from 'react';
import { areSingleKeysOn } from './shortcuts';

const sequenceMilliseconds = 1_200;

// useKeySequences calls back with "g p" or "?" when these keys are pressed outside of fields and dialogs. The
// callback returns whether it handled the keys; if so, the browser does not get them.
export function useKeySequences(onKeys: (keys: string) => boolean): void {
  const callback = useRef(onKeys);
  callback.current = onKeys;

  useEffect(() => {
    let pending = '';
    let pressedAt = 0;

    function onKeyDown(event: KeyboardEvent) {
      if (!isForTheApplication(event)) return;
      const isContinued = pending !== '' && event.timeStamp - pressedAt < sequenceMilliseconds;
      const keys = isContinued ? `${pending} ${event.key}` : event.key;
      pressedAt = event.timeStamp;
      if (callback.current(keys)) {
        event.preventDefault();
        pending = '';
        return;
      }
      pending = event.key === 'g' ? 'g' : '';
    }

    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isForTheApplication(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.key === 'Shift') return false;
  const target = event.target as HTMLElement;
  const isTyping = target.isContentEditable || target.matches('input:not([type=radio]):not([type=checkbox]), textarea, select');
  return !isTyping && !document.querySelector('dialog[open]') && areSingleKeysOn();
}
