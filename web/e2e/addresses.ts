import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Sample } from './sample';
import type { Seed } from './seed';

// Address is a page of the application with the sample project. Its route is the path in web/src/app.
export interface Address {
  route: string;
  path: string;
}

interface Listed {
  data: { id: string; name: string }[];
}

// addressesOf returns an address of every page that needs a session.
export async function addressesOf(seed: Seed, sample: Sample): Promise<Address[]> {
  const environment = sample.production.id;
  const nodes = await seed.get<Listed>(`/api/v1/workspaces/${Sample.workspace}/nodes`);
  const node = nodes.data.find(({ name }) => name === 'REVENUE_BY_MONTH')!.id;
  const jobs = await seed.get<Listed>(`/api/v1/workspaces/${Sample.workspace}/jobs`);
  const schedule = await sample.schedule(sample.production, 'Every morning');
  const webhook = await seed.post<{ webhook: { id: string } }>('/api/v1/webhooks', {
    url: 'https://example.com/hook', events: ['run.failed'],
  });
  await seed.put('/api/v1/identityProvider', {
    kind: 'oidc', issuer: 'https://login.example.com', clientID: 'millrace', clientSecret: 'not a secret', emailDomains: ['example.com'],
  });
  const connections = await seed.get<Listed>('/api/v1/connections');
  const values: Record<string, string> = {
    $projectID: sample.project, $environmentID: environment, $workspaceID: Sample.workspace, $nodeID: node, $jobID: jobs.data[0]!.id,
    $connectionID: connections.data[0]!.id, $scheduleID: schedule.id, $webhookID: webhook.webhook.id, $runID: `${sample.production.runs[0]!.id}`, $node: 'MART.REVENUE_BY_MONTH', $column: 'revenue',
  };
  const queries: Record<string, string> = {
    '/schedules/new': `?environment=${environment}`,
    '/projects/$projectID/workspaces/$workspaceID/nodes/new': `?from=${node}`,
  };
  return routes().map((route) => ({
    route,
    path: route.replaceAll(/\$\w+/g, (name) => known(values, name)) + (queries[route] ?? ''),
  }));
}

function known(values: Record<string, string>, name: string): string {
  const value = values[name];
  if (!value) throw new Error(`addressesOf has no value for ${name}`);
  return value;
}

// routes returns the paths of web/src/app, without redirects and pages that nothing links to. A route inside a project begins with
// the path of the project.
function routes(): string[] {
  const folder = fileURLToPath(new URL('../src/app/', import.meta.url));
  const found = new Set<string>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('outes.tsx'))) {
    const source = readFileSync(folder + file, 'utf8');
    for (const [, parent, path] of source.matchAll(/getParentRoute: \(\) => (\w+),\s+path: '([^']+)'/g)) {
      found.add(parent === 'project' ? `/projects/$projectID${path}`.replace(/\/$/, '') : path!);
    }
  }
  return [...found].filter((route) => !['/', '/login', '/build'].includes(route) && !route.startsWith('/bench/'));
}
