import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const binary = process.env.MILLRACE_BIN ?? fileURLToPath(new URL('../../bin/millrace', import.meta.url));

export const administrator = { email: 'admin@example.com', password: 'correct horse battery staple' };

// Process is a running server.
export interface Process {
  child: ChildProcess;
  exited: Promise<number | null>;
}

// Folders are the data folder of a server and the folder of git repositories that it may use.
export interface Folders {
  folder: string;
  repositories: string;
}

export function spawnServer({ folder, repositories }: Folders, listen: string, flags: string[]): Process {
  if (!existsSync(binary)) throw new Error(`${binary} does not exist; run "make build" first`);
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

// printedAddress waits until the server prints its address.
export function printedAddress(child: ChildProcess, exited: Promise<number | null>): Promise<string> {
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

export async function end({ child, exited }: Process): Promise<void> {
  child.kill('SIGTERM');
  const code = await exited;
  if (code !== 0) throw new Error(`the server ended with ${code} after SIGTERM`);
}

// errorOf runs a command of millrace against a server, and returns what it prints if it fails.
export function errorOf(command: string, { address, token }: { address: string; token: string }): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', MILLRACE_SERVER: address, MILLRACE_TOKEN: token };
  return new Promise((resolve) => {
    execFile('sh', ['-c', command.replace(/^millrace/, binary)], { env }, (error, _, printed) => resolve(error ? `${command}: ${printed}` : ''));
  });
}
