import type { DeploymentEvent, EnvironmentEvent, NodeEvent, RunEvent, ScheduleEvent } from '../api/types';

export type StreamEvent =
  | { kind: 'run'; data: RunEvent }
  | { kind: 'node'; data: NodeEvent }
  | { kind: 'deployment'; data: DeploymentEvent }
  | { kind: 'environment'; data: EnvironmentEvent }
  | { kind: 'schedule'; data: ScheduleEvent };

export type EventKind = StreamEvent['kind'];

export const eventKinds: EventKind[] = ['run', 'node', 'deployment', 'environment', 'schedule'];

// subjectOf names the object that an event is about.
export function subjectOf({ kind, data }: StreamEvent): string {
  switch (kind) {
    case 'run':
      return `run ${data.id}`;
    case 'node':
      return `node ${data.runID} ${data.nodeID}`;
    case 'deployment':
      return `deployment ${data.runID}`;
    case 'environment':
      return `environment ${data.environmentID}`;
    case 'schedule':
      return `schedule ${data.scheduleID}`;
  }
}

// What the worker sends to the pages.
export type StreamMessage =
  | { kind: 'events'; events: StreamEvent[] }
  // lostAt is when the connection was lost, in milliseconds; absent while it is open.
  | { kind: 'status'; isOpen: boolean; lostAt?: number };

// What a page sends to the worker.
export type PageMessage = 'open' | 'close';
