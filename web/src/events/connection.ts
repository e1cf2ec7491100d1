import { useSyncExternalStore } from 'react';
import type { StreamEvent, StreamMessage } from './messages';

// live: events arrive. reconnecting: they did and will again. polling: this browser has no shared workers.
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'polling';

export interface Connection {
  state: ConnectionState;
  // When the connection was lost, in milliseconds.
  lostAt?: number;
}

let current: Connection = { state: 'connecting' };
const listeners = new Set<() => void>();

function change(next: Connection): void {
  current = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConnection = () => useSyncExternalStore(subscribe, () => current);

// How often a query is repeated that events keep current: what they do not contain, such as the number of commits that are
// not deployed, may change too.
export const rarely = 5 * 60_000;

// pollEvery returns how often a query is repeated: rarely while events arrive, because they trigger it.
export function pollEvery(withoutEvents: number, withEvents = rarely): number {
  return current.state === 'live' ? withEvents : withoutEvents;
}

// connect subscribes this page to the events of the server, through the worker that all tabs share. It returns how to
// unsubscribe.
export function connect(onEvents: (events: StreamEvent[]) => void): () => void {
  if (typeof SharedWorker === 'undefined') {
    change({ state: 'polling' });
    return () => undefined;
  }
  const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'millrace-events' });
  const { port } = worker;
  port.addEventListener('message', ({ data }: MessageEvent<StreamMessage>) => {
    if (data.kind === 'events') onEvents(data.events);
    else change(connectionOf(data));
  });
  worker.addEventListener('error', () => change({ state: 'polling' }));
  port.start();
  port.postMessage('open');
  let hiddenAt = 0;
  const close = () => {
    hiddenAt = Date.now();
    port.postMessage('close');
  };
  // A page that the browser kept in memory got no events meanwhile.
  const reopen = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    change({ state: 'reconnecting', lostAt: hiddenAt });
    port.postMessage('open');
  };
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', reopen);
  return () => {
    window.removeEventListener('pagehide', close);
    window.removeEventListener('pageshow', reopen);
    close();
    port.close();
    change({ state: 'connecting' });
  };
}

function connectionOf({ isOpen, lostAt }: Extract<StreamMessage, { kind: 'status' }>): Connection {
  if (isOpen) return { state: 'live' };
  return lostAt === undefined ? { state: 'connecting' } : { state: 'reconnecting', lostAt };
}
