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
  // The folder whose git repositories projects may use.
  repositories: string;
  // restart stops the server and starts it again on the same folder and address.
  restart: () => Promise<void>;
  // kill ends the server as a crash does; start starts it again on the same folder and address.
  kill: () => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

interface ServerOptions {
  withSample: boolean;
}

interface Process {
  child: ChildProcess;
  exited: Promise<number | null>;
}

// startServer runs the real program on an empty folder and waits until it prints its address.
export async function startServer({ withSample }: ServerOptions): Promise<Server> {
  if (!existsSync(binary)) throw new Error(`${binary} does not exist; run "make build" first`);
  const folder = await mkdtemp(join(tmpdir(), 'millrace-e2e-'));
  const repositories = await mkdtemp(join(tmpdir(), 'millrace-git-'));
  const flags = withSample ? [] : ['--no-sample'];
  let running = spawnServer({ folder, repositories }, '127.0.0.1:0', flags);
  const address = await printedAddress(running.child, running.exited);
  return {
    address,
    repositories,
    restart: async () => {
      await end(running);
      running = spawnServer({ folder, repositories }, new URL(address).host, flags);
      await printedAddress(running.child, running.exited);
    },
    kill: async () => {
      running.child.kill('SIGKILL');
      await running.exited;
    },
    start: async () => {
      running = spawnServer({ folder, repositories }, new URL(address).host, flags);
      await printedAddress(running.child, running.exited);
    },
    stop: async () => {
      await end(running);
      await rm(folder, { recursive: true, force: true });
      await rm(repositories, { recursive: true, force: true });
    },
  };
}

interface Folders {
  folder: string;
  repositories: string;
}

function spawnServer({ folder, repositories }: Folders, listen: string, flags: string[]): Process {
  const child = spawn(binary, ['serve', '--listen', listen, '--data', folder, ...flags], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      MILLRACE_GIT_FOLDERS: repositories,
      MILLRACE_ADMIN_EMAIL: administrator.email,
      MILLRACE_ADMIN_PASSWORD: administrator.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, exited: new Promise<number | null>((resolve) => child.once('exit', resolve)) };
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

async function end({ child, exited }: Process): Promise<void> {
  child.kill('SIGTERM');
  const code = await exited;
  if (code !== 0) throw new Error(`the server ended with ${code} after SIGTERM`);
}
