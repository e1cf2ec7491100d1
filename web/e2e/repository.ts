import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Server } from './server';

// GitRemote is a bare repository that the server may use, with a clone of it for another person.
export class GitRemote {
  readonly address: string;

  private constructor(private readonly folder: string) {
    this.address = join(folder, 'remote.git');
  }

  // empty creates a repository without commits.
  static empty(server: Server): GitRemote {
    const remote = new GitRemote(server.repositories);
    remote.git('.', 'init', '--quiet', '--bare', '--initial-branch=main', 'remote.git');
    return remote;
  }

  // of creates a repository with one commit of these files.
  static of(server: Server, files: Record<string, string>): GitRemote {
    const remote = GitRemote.empty(server);
    remote.clone();
    remote.commit(files, 'The first files');
    return remote;
  }

  clone(): void {
    this.git('.', 'clone', '--quiet', 'remote.git', 'bob');
  }

  // commit writes files in the clone, commits and pushes.
  commit(files: Record<string, string>, message: string): void {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.folder, 'bob', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    this.git('bob', 'add', '--all');
    this.git('bob', 'commit', '--quiet', `--message=${message}`);
    this.git('bob', 'push', '--quiet', 'origin', 'HEAD:main');
  }

  read(path: string): string {
    return readFileSync(join(this.folder, 'bob', path), 'utf8');
  }

  // log returns the messages of the commits of main, newest first.
  log(): string[] {
    return this.git('remote.git', 'log', '--format=%s', 'main').trim().split('\n');
  }

  private git(folder: string, ...args: string[]): string {
    const person = { NAME: 'Bob', EMAIL: 'bob@example.com' };
    const env = {
      PATH: process.env.PATH,
      HOME: this.folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: person.NAME,
      GIT_AUTHOR_EMAIL: person.EMAIL,
      GIT_COMMITTER_NAME: person.NAME,
      GIT_COMMITTER_EMAIL: person.EMAIL,
    };
    return execFileSync('git', args, { cwd: join(this.folder, folder), env, encoding: 'utf8' });
  }
}
