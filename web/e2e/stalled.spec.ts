import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { expect, test } from './fixtures';
import { deployedProject } from './project';
import { administrator } from './server';

// Network lies between the browser and the server. It speaks for the server only once: it shortens the time between heartbeats
// that a stream announces, and sends heartbeats as often, so that a test need not wait for three of the server.
class Network {
  private readonly open = new Set<Socket>();
  private isStalled = false;
  streams = 0;

  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  static async to(target: string): Promise<Network> {
    const { hostname, port } = new URL(target);
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const network = new Network(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('connection', (browser) => network.pass(browser, connect(Number(port), hostname)));
    return network;
  }

  private pass(browser: Socket, target: Socket): void {
    this.open.add(browser);
    let beat: ReturnType<typeof setInterval> | undefined;
    let isStream = false;
    browser.on('data', (sent) => {
      isStream = sent.toString('latin1').startsWith('GET /api/v1/events');
      if (isStream) this.streams++;
      if (!isStream || !this.isStalled) target.write(sent);
    });
    target.on('data', (answer) => {
      if (isStream && this.isStalled) return;
      browser.write(answer);
      if (isStream) beat ??= setInterval(() => this.isStalled || browser.write(chunk('event: heartbeat\ndata: {"everyMilliseconds":300}\n\n')), 300);
    });
    const end = () => {
      clearInterval(beat);
      this.open.delete(browser);
      browser.destroy();
      target.destroy();
    };
    for (const socket of [browser, target]) socket.on('close', end).on('error', end);
  }

  // stall holds back what streams send, without closing them.
  stall(isStalled: boolean): void {
    this.isStalled = isStalled;
  }

  close(): void {
    this.server.close();
    this.open.forEach((socket) => socket.destroy());
  }
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

test('a stream that stalls is noticed: the page polls, and connects again', async ({ page, seed, server }) => {
  const orders = await deployedProject(seed);
  const network = await Network.to(server.address);
  await page.request.post(`${network.address}/api/v1/auth/session`, { data: administrator });
  await page.goto(`${network.address}/runs`);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'Deploy of' })).toHaveCount(1);
  const reconnecting = page.getByText(/^Reconnecting, last update/);
  await expect(reconnecting).toHaveCount(0);

  network.stall(true);
  await expect(reconnecting).toBeVisible({ timeout: 60_000 }); // the page waits for some missing heartbeats, on a busy machine longer
  expect(network.streams).toBeGreaterThan(1);
  // Polling finds what the events would have said.
  await orders.finished({ factor: 'none' }, 'failed');
  await expect(rows.filter({ hasText: 'Could not convert string' }).first()).toBeVisible();
  await expect(reconnecting).toBeVisible();

  network.stall(false);
  await expect(reconnecting).toHaveCount(0);
  await page.close();
  network.close();
});
