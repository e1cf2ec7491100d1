import { type EventKind, type StreamEvent, type StreamMessage, eventKinds, subjectOf } from './messages';

// Five batches a second are enough for the eye, and keep a run of thousands of nodes from freezing the pages.
const batchMilliseconds = 200;
const retryMilliseconds = 3_000;

// EventStream reads the events of the server and emits them in batches. Of several events about one object in a batch only
// the last counts.
export class EventStream {
  private source?: EventSource;
  private lastID = '';
  private lostAt?: number;
  private pending = new Map<string, StreamEvent>();
  private batchTimer?: ReturnType<typeof setTimeout>;
  private retryTimer?: ReturnType<typeof setTimeout>;

  constructor(private readonly emit: (message: StreamMessage) => void) {}

  open(): void {
    if (this.source) return;
    const source = new EventSource(this.lastID ? `/api/v1/events?after=${this.lastID}` : '/api/v1/events');
    this.source = source;
    source.addEventListener('open', () => {
      this.lostAt = undefined;
      this.emit(this.status());
    });
    source.addEventListener('error', () => this.onLost(source));
    eventKinds.forEach((kind) => source.addEventListener(kind, (event) => this.add(kind, event)));
  }

  close(): void {
    clearTimeout(this.retryTimer);
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

  private add(kind: EventKind, message: MessageEvent<string>): void {
    this.lastID = message.lastEventId || this.lastID;
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
