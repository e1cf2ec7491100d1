import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, printedAddress, spawnServer } from './process';

// The folders after a first start, one for each list of flags. A worker makes each once.
const templates = new Map<string, Promise<string>>();

// copyOfTemplate returns a folder as the first start of a server with these flags leaves it. A copy is faster than a first
// start, which creates the tables, and deploys and refreshes the sample.
export async function copyOfTemplate(flags: string[]): Promise<string> {
  const key = flags.join(' ');
  const template = templates.get(key) ?? firstStart(flags);
  templates.set(key, template);
  const folder = await newFolder();
  await cp(await template, folder, { recursive: true });
  return folder;
}

async function firstStart(flags: string[]): Promise<string> {
  const folder = await newFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const server = spawnServer({ folder, repositories: folder }, '127.0.0.1:0', flags);
  await printedAddress(server.child, server.exited);
  await end(server);
  return folder;
}

export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'millrace-e2e-'));
}
