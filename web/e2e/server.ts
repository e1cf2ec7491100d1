import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const binary = process.env.MILLRACE_BIN ?? fileURLToPath(new URL('../../bin/millrace', import.meta.url));

export const administrator = { email: 'admin@example.com', password: 'correct horse battery staple' };

export interface Server {
  address: string;
  stop: () => Promise<void>;
}

interface ServerOptions {
  withSample: boolean;
}

// startServer runs the real program on an empty folder and waits until it prints its address.
export async function startServer({ withSample }: ServerOptions): Promise<Server> {
  if (!existsSync(binary)) throw new Error(`${binary} does not exist; run "make build" first`);
  const folder = await mkdtemp(join(tmpdir(), 'millrace-e2e-'));
  const child = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--data', folder, ...(withSample ? [] : ['--no-sample'])], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      MILLRACE_ADMIN_EMAIL: administrator.email,
      MILLRACE_ADMIN_PASSWORD: administrator.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const address = await printedAddress(child, exited);
  return { address, stop: () => stop(child, exited, folder) };
}

function printedAddress(child: ChildProcess, exited: Promise<number | null>): Promise<string> {
  const errorLines: string[] = [];
  child.stderr?.on('data', (text: Buffer) => errorLines.push(text.toString()));
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const found = /https?:\/\/[^\s"]+/.exec(line);
      if (found) resolve(found[0].replace(/\/$/, ''));
    });
    void exited.then((code) => reject(new Error(`the server ended with ${code}: ${errorLines.join('')}`)));
  });
}

async function stop(child: ChildProcess, exited: Promise<number | null>, folder: string): Promise<void> {
  child.kill('SIGTERM');
  const code = await exited;
  await rm(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`the server ended with ${code} after SIGTERM`);
}
