import type { Delivery } from '../api/webhooks';
import type { Look } from '../runs/status';

// eventsText sums up the subscribed events.
export function eventsText(events: string[]): string {
  if (events.includes('*')) return 'all';
  return events.length > 0 ? events.join(', ') : 'only schedules that name it';
}

const looks: Record<Delivery['state'], Look> = {
  waiting: { tone: 'moving', icon: 'waiting', label: 'Waiting' },
  delivered: { tone: 'idle', icon: 'idle', label: 'Delivered' },
  failed: { tone: 'failed', icon: 'failed', label: 'Failed' },
};

export const deliveryLook = ({ state }: Delivery): Look => looks[state];

// resultText says what came of the last attempt.
export function resultText({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (!last) return 'not sent yet';
  if (last.error) return last.error;
  return last.status === undefined ? 'no response' : `status ${last.status}, ${last.milliseconds} ms`;
}
