import { text } from '../app/search';

// The state of the run pages that is in the address.

export interface RunSearch {
  node?: string;
  stage?: string;
  tab?: RunTab;
  q?: string;
  view?: RunView;
  // A line of the log.
  line?: string;
}

export type RunView = 'gantt' | 'graph' | 'log';

export type RunTab = 'error' | 'sql' | 'tests' | 'history';

export interface RunsSearch {
  project?: string;
  environment?: string;
  status?: string;
  type?: string;
  from?: string;
  to?: string;
  q?: string;
  job?: string;
  schedule?: string;
}

type RawSearch = Record<string, unknown>;

const views: RunView[] = ['gantt', 'graph', 'log'];
const tabs: RunTab[] = ['error', 'sql', 'tests', 'history'];
export const statuses = ['unresolved', 'running', 'waitingToRun', 'failed', 'testsFailed', 'completed', 'canceled'];
export const types = ['refresh', 'deploy'];

export function runSearch(raw: RawSearch): RunSearch {
  return { node: text(raw.node), stage: text(raw.stage), tab: oneOf(raw.tab, tabs), q: text(raw.q), view: raw.view === 'gantt' ? undefined : oneOf(raw.view, views), line: text(raw.line) };
}

export function runsSearch(raw: RawSearch): RunsSearch {
  return {
    project: text(raw.project),
    environment: text(raw.environment),
    status: oneOf(raw.status, statuses),
    type: oneOf(raw.type, types),
    from: dateTime(raw.from),
    to: dateTime(raw.to),
    q: text(raw.q),
    job: text(raw.job),
    schedule: text(raw.schedule),
  };
}

function oneOf<T extends string>(value: unknown, allowed: T[]): T | undefined {
  return allowed.find((candidate) => candidate === value);
}

function dateTime(value: unknown): string | undefined {
  const given = text(value);
  return given && !Number.isNaN(Date.parse(given)) ? given : undefined;
}
