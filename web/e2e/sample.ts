import { expect } from './fixtures';
import type { Seed } from './seed';

interface Node {
  id: string;
  name: string;
  nodeType: string;
  sql: string;
}

interface Overview {
  id: string;
  name: string;
  project: string;
  deployment?: { runID: number; commit: string };
  runs: { id: number; runStatus: string }[];
}

// The sample project: its workspace, and its environments with everything deployed.
export class Sample {
  static readonly workspace = '1';

  private constructor(
    private readonly seed: Seed,
    readonly development: Overview,
    readonly production: Overview,
  ) {}

  static async of(seed: Seed): Promise<Sample> {
    const list = await call<{ data: Overview[] }>(seed, 'GET', '/api/v1/environmentOverviews');
    const named = (name: string) => list.data.find((environment) => environment.name === name)!;
    return new Sample(seed, named('Development'), named('Production'));
  }

  get project(): string {
    return this.production.project;
  }

  // page returns the path of an environment's page.
  page({ id }: { id: string }, rest = ''): string {
    return `/projects/${this.project}/environments/${id}${rest}`;
  }

  // edit replaces a text in the SQL of a node in the workspace, and commits.
  async edit(node: string, from: string | RegExp, to: string, message: string): Promise<string> {
    const path = `/api/v1/workspaces/${Sample.workspace}/nodes`;
    const list = await call<{ data: Node[] }>(this.seed, 'GET', `${path}?detail=true`);
    const { id, name, nodeType, sql } = list.data.find((candidate) => candidate.name === node)!;
    await call(this.seed, 'PUT', `${path}/${id}`, { id, name, nodeType, sql: sql.replace(from, to) });
    return this.commit(message);
  }

  // dropColumn removes a column of a node in the workspace, and commits.
  dropColumn(node: string, column: string, message: string): Promise<string> {
    return this.edit(node, new RegExp(`^.*\\.${column}\\b.*\\n`, 'm'), '', message);
  }

  async commit(message: string): Promise<string> {
    const path = `/api/v1/workspaces/${Sample.workspace}/commit`;
    return (await call<{ oid: string }>(this.seed, 'POST', path, { message })).oid;
  }

  async deploy(environment: { id: string }, commit: string): Promise<number> {
    const plan = await call<{ id: string }>(this.seed, 'POST', `/api/v1/environments/${environment.id}/plans`, { commit });
    const body = { confirmDestructive: true };
    const { runCounter } = await call<{ runCounter: number }>(this.seed, 'POST', `/api/v1/plans/${plan.id}/deploy`, body);
    await this.over(runCounter);
    return runCounter;
  }

  // run refreshes an environment and returns how it ended.
  async run(environment: { id: string }, details: object = {}, parameters?: object): Promise<number> {
    const body = { runDetails: { environmentID: environment.id, ...details }, parameters };
    const { runCounter } = await call<{ runCounter: number }>(this.seed, 'POST', '/scheduler/startRun', body);
    await this.over(runCounter);
    return runCounter;
  }

  schedule(environment: { id: string }, name: string): Promise<{ id: string }> {
    const body = { name, environmentID: environment.id, cron: '15 6 * * *', timeZone: 'Europe/Berlin' };
    return call(this.seed, 'POST', '/api/v1/schedules', body);
  }

  grant(person: { id: string }, environment: { id: string }, role: string): Promise<unknown> {
    return call(this.seed, 'PUT', `/api/v2/userRoles/${person.id}/environments/${environment.id}`, { role });
  }

  patch(environment: { id: string }, body: object): Promise<unknown> {
    return call(this.seed, 'PATCH', `/api/v1/environments/${environment.id}`, body);
  }

  private async over(run: number): Promise<void> {
    await expect
      .poll(async () => (await call<{ runStatus: string }>(this.seed, 'GET', `/api/v1/runs/${run}`)).runStatus, { intervals: [50, 100, 200] })
      .toMatch(/completed|failed|canceled/);
  }
}

async function call<Body>(seed: Seed, method: string, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(seed.address + path, {
    method,
    headers: { authorization: `Bearer ${seed.token}`, accept: 'application/json', 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as Body;
}
