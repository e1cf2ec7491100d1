import type { HeartbeatEvent } from '../api/types';
import { type EventKind, type StreamEvent, type StreamMessage, eventKinds, subjectOf } from './messages';

// Five batches a second are enough for the eye, and keep a run of thousands of nodes from freezing the pages.
const batchMilliseconds = 200;
const retryMilliseconds = 3_000;
// A stream that has been silent for this many heartbeats is stalled, although the browser takes it for open. A proxy may keep it
// so, or a network that is gone.
const missedHeartbeats = 3;

// EventStream reads the events of the server and emits them in batches. Of several events about one object in a batch only
// the last counts.
export class EventStream {
  private source?: EventSource;
  private lastID = '';
  private lostAt?: number;
  private pending = new Map<string, StreamEvent>();
  private batchTimer?: ReturnType<typeof setTimeout>;
  private retryTimer?: ReturnType<typeof setTimeout>;
  private silenceTimer?: ReturnType<typeof setTimeout>;
  // How often the server sends a heartbeat; 0 until it has said so.
  private heartbeatMilliseconds = 0;
  private heardAt = 0;

  constructor(private readonly emit: (message: StreamMessage) => void) {}

  open(): void {
    if (this.source) return;
    const source = new EventSource(this.lastID ? `/api/v1/events?after=${this.lastID}` : '/api/v1/events');
    this.source = source;
    source.addEventListener('open', () => {
      this.lostAt = undefined;
      this.onHeard();
      this.emit(this.status());
    });
    source.addEventListener('heartbeat', ({ data }: MessageEvent<string>) => {
      this.heartbeatMilliseconds = (JSON.parse(data) as HeartbeatEvent).everyMilliseconds;
      this.onHeard();
    });
    source.addEventListener('error', () => this.onLost(source));
    eventKinds.forEach((kind) => source.addEventListener(kind, (event) => this.add(kind, event)));
    this.awaitHeartbeat();
  }

  close(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.silenceTimer);
    this.source?.close();
    this.source = undefined;
  }

  status(): StreamMessage {
    return { kind: 'status', isOpen: this.source?.readyState === EventSource.OPEN, lostAt: this.lostAt };
  }

  // A browser reconnects by itself after a lost connection, with the header Last-Event-ID. It gives up after an error
  // response, such as that of a proxy whose server restarts.
  private onLost(source: EventSource): void {
    this.lostAt ??= Date.now();
    this.emit(this.status());
    if (source.readyState !== EventSource.CLOSED) return;
    this.close();
    this.retryTimer = setTimeout(() => this.open(), retryMilliseconds);
  }

  private onHeard(): void {
    this.heardAt = Date.now();
    this.awaitHeartbeat();
  }

  private awaitHeartbeat(): void {
    clearTimeout(this.silenceTimer);
    if (this.heartbeatMilliseconds > 0) this.silenceTimer = setTimeout(() => this.onSilence(), missedHeartbeats * this.heartbeatMilliseconds);
  }

  private onSilence(): void {
    this.lostAt ??= this.heardAt;
    this.close();
    this.emit(this.status());
    this.open();
  }

  private add(kind: EventKind, message: MessageEvent<string>): void {
    this.lastID = message.lastEventId || this.lastID;
    this.onHeard();
    const event = { kind, data: JSON.parse(message.data) } as StreamEvent;
    this.pending.set(subjectOf(event), event);
    this.batchTimer ??= setTimeout(() => this.flush(), batchMilliseconds);
  }

  private flush(): void {
    this.batchTimer = undefined;
    const events = [...this.pending.values()];
    this.pending.clear();
    this.emit({ kind: 'events', events });
  }
}
