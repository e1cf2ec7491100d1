import { administrator } from './server';

interface Named {
  id: string;
  name: string;
}

export interface Person {
  id: string;
  email: string;
  password: string;
}

// Seed creates test data through the public API, with an access token.
export class Seed {
  private constructor(
    readonly address: string,
    readonly token: string,
  ) {}

  static async signedIn(address: string): Promise<Seed> {
    return new Seed(address, await login(address, administrator));
  }

  project(name: string, description = ''): Promise<Named> {
    return this.post('/api/v1/projects', { name, platformKind: 'duckdb', description });
  }

  environment(project: string, name: string): Promise<Named> {
    return this.post('/api/v1/environments', { project, name });
  }

  async person(firstName: string, organizationRole = 'organizationMember'): Promise<Person> {
    const email = `${firstName.toLowerCase()}@example.com`;
    const password = `the password of ${firstName}`;
    const body = { email, firstName, lastName: 'Example', password, organizationRole };
    const { id } = await this.post<{ id: string }>('/api/v1/users', { ...body, password: `first ${password}` });
    await this.choosePassword(email, `first ${password}`, password);
    return { id, email, password };
  }

  // choosePassword changes the password that an administrator gave a user, as the user does after the first sign-in.
  private async choosePassword(email: string, currentPassword: string, newPassword: string): Promise<void> {
    const own = new Seed(this.address, await login(this.address, { email, password: currentPassword }));
    await own.post('/api/v1/auth/password', { currentPassword, newPassword });
  }

  // post sends an object as JSON, or a file with its own type.
  post<Body>(path: string, body: unknown): Promise<Body> {
    return this.send('POST', path, body);
  }

  put<Body>(path: string, body: unknown): Promise<Body> {
    return this.send('PUT', path, body);
  }

  patch<Body>(path: string, body: unknown): Promise<Body> {
    return this.send('PATCH', path, body);
  }

  delete(path: string): Promise<void> {
    return this.send('DELETE', path);
  }

  get<Body>(path: string): Promise<Body> {
    return this.send('GET', path);
  }

  private async send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const isFile = body instanceof Blob;
    const response = await fetch(this.address + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        accept: 'application/json',
        'content-type': isFile ? body.type : 'application/json',
      },
      body: isFile || body === undefined ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return (text ? JSON.parse(text) : undefined) as Body;
  }

  // stream opens a stream of events.
  stream(path: string): Promise<Response> {
    return fetch(this.address + path, { headers: { authorization: `Bearer ${this.token}`, accept: 'text/event-stream' } });
  }
}

export async function login(address: string, person: { email: string; password: string }): Promise<string> {
  const response = await fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  if (!response.ok) throw new Error(`login: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { accessToken: string }).accessToken;
}

// listEnvironments sends the request that external clients send.
export function listEnvironments(address: string, token: string): Promise<Response> {
  return fetch(`${address}/api/v1/environments`, {
    headers: { Authorization: `Bearer ${token}`, accept: 'application/json' },
  });
}
