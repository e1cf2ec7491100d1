import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../test/identityprovider/', import.meta.url));
const binary = fileURLToPath(new URL('../../bin/identityprovider', import.meta.url));

let isBuilt = false;

export interface ProviderUser {
  id: string;
  username: string;
  password: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  groups?: string[];
}

export const ann: ProviderUser = {
  id: 'sub-ann', username: 'ann', password: 'at the provider', email: 'ann@acme.example', emailVerified: true, firstName: 'Ann', lastName: 'Ames',
};

// IdentityProvider is the real provider of test/identityprovider, in a process of its own.
export class IdentityProvider {
  static readonly clientID = 'millrace';
  static readonly clientSecret = 'the secret of the client';

  private constructor(
    private readonly child: ChildProcess,
    readonly issuer: string,
    readonly saml: string,
  ) {}

  static async start(redirectURIs: string[]): Promise<IdentityProvider> {
    if (!isBuilt) execFileSync('go', ['build', '-o', binary, '.'], { cwd: source, stdio: 'inherit' });
    isBuilt = true;
    const flags = redirectURIs.flatMap((uri) => ['-redirect-uri', uri]);
    const child = spawn(binary, ['-client-id', this.clientID, '-client-secret', this.clientSecret, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('exit', (code) => reject(new Error(`the identity provider ended with ${code}`)));
    });
    const { issuer, saml } = JSON.parse(line) as { issuer: string; saml: string };
    return new IdentityProvider(child, issuer, saml);
  }

  async control(change: object): Promise<void> {
    const response = await fetch(`${this.issuer}/control`, { method: 'POST', body: JSON.stringify(change) });
    if (!response.ok) throw new Error(`control: ${response.status} ${await response.text()}`);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await exited;
  }
}
