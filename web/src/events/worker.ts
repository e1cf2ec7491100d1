import { EventStream } from './EventStream';
import type { PageMessage, StreamMessage } from './messages';

// One worker serves all tabs of a browser. With a stream per tab the seventh tab could not load: browsers allow six
// connections to a server over HTTP/1.1.
const ports = new Set<MessagePort>();
const stream = new EventStream((message) => ports.forEach((port) => port.postMessage(message)));

function onMessage(port: MessagePort, message: PageMessage): void {
  if (message === 'open') {
    ports.add(port);
    stream.open();
    port.postMessage(stream.status() satisfies StreamMessage);
    return;
  }
  ports.delete(port);
  if (ports.size === 0) stream.close();
}

// The types of a shared worker and those of a page exclude each other in one project.
const scope = globalThis as unknown as { addEventListener: (type: 'connect', listener: (event: MessageEvent) => void) => void };
scope.addEventListener('connect', (event) => {
  const port = event.ports[0];
  port?.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => onMessage(port, data));
  port?.start();
});
