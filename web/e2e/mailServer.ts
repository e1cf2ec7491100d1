import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const binary = fileURLToPath(new URL('../../bin/mailserver', import.meta.url));

let isBuilt = false;

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

// MailServer is the SMTP server of test/mailserver, in a process of its own.
export class MailServer {
  private readonly waiting: ((mail: Mail) => void)[] = [];
  private readonly received: Mail[] = [];

  private constructor(
    private readonly child: ChildProcess,
    readonly address: string,
  ) {}

  static async start(): Promise<MailServer> {
    if (!isBuilt) execFileSync('go', ['build', '-o', binary, './test/mailserver'], { cwd: repository, stdio: 'inherit' });
    isBuilt = true;
    const child = spawn(binary, [], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    const first = await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      child.once('exit', (code) => reject(new Error(`the mail server ended with ${code}`)));
    });
    const server = new MailServer(child, (JSON.parse(first) as { address: string }).address);
    lines.on('line', (line) => server.accept(JSON.parse(line) as Mail));
    return server;
  }

  // flags let a server send its mail here.
  get flags(): string[] {
    return ['--smtp', `smtp://${this.address}?tls=none`, '--mail-from', 'millrace@example.com'];
  }

  // next waits for the next mail.
  next(): Promise<Mail> {
    const mail = this.received.shift();
    return mail ? Promise.resolve(mail) : new Promise((resolve) => this.waiting.push(resolve));
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await exited;
  }

  private accept(mail: Mail): void {
    const waiting = this.waiting.shift();
    if (waiting) waiting(mail);
    else this.received.push(mail);
  }
}

// linkIn returns the link in a mail.
export function linkIn({ text }: Mail): string {
  const link = /^http\S+$/m.exec(text)?.[0];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
}
