import { rm } from 'node:fs/promises';
import { copyOfTemplate, newFolder } from './template';
import { end, printedAddress, spawnServer } from './process';

export { administrator } from './process';

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
  // More flags of the server, also for its first start.
  flags?: string[];
}

// startServer runs the real program on a copy of a folder on which it ran before, and waits until it prints its address.
export async function startServer({ withSample, flags: more = [] }: ServerOptions): Promise<Server> {
  const flags = [...(withSample ? [] : ['--no-sample']), ...more];
  const folder = await copyOfTemplate(flags);
  const repositories = await newFolder();
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
