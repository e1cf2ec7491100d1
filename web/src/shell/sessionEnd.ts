import { useEffect, useState } from 'react';

type Listener = (hasEnded: boolean) => void;

const listeners = new Set<Listener>();

// endSession reports that the session has ended. It returns false if no page is shown that could ask for the password.
export function endSession(): boolean {
  listeners.forEach((listener) => listener(true));
  return listeners.size > 0;
}

// resumeSession reports that the user has signed in again.
export function resumeSession(): void {
  listeners.forEach((listener) => listener(false));
}

export function useSessionEnd(): boolean {
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => {
    listeners.add(setEnded);
    return () => {
      listeners.delete(setEnded);
    };
  }, []);
  return hasEnded;
}

// Other tabs have the same session. If the user signs out in one, the others must not show its data any longer.
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('millrace-session');

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within one origin
export const announceSignOut = () => channel?.postMessage('signedOut');

export const onSignOutElsewhere = (leave: () => void) => channel?.addEventListener('message', leave);
