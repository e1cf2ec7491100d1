import type { NodeEvent, RunEvent } from '../api/types';

export type StreamEvent = { kind: 'run'; run: RunEvent } | { kind: 'node'; node: NodeEvent };

// What the worker sends to the pages.
export type StreamMessage =
  | { kind: 'events'; events: StreamEvent[] }
  // lostAt is when the connection was lost, in milliseconds; absent while it is open.
  | { kind: 'status'; isOpen: boolean; lostAt?: number };

// What a page sends to the worker.
export type PageMessage = 'open' | 'close';
