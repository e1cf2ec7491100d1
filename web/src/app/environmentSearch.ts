// The state of the pages about environments that the address contains.
import type { HealthStatus } from '../api/overviews';

type RawSearch = Record<string, unknown>;

const healthStatuses: HealthStatus[] = ['neverDeployed', 'healthy', 'stale', 'testsFailing', 'failed'];
const tabs = ['overview', 'nodes', 'history', 'schedules', 'parameters', 'mappings', 'connection', 'access'] as const;
const steps = ['commit', 'parameters', 'plan', 'deploying'] as const;
const sources = ['commit', 'workspace', 'upload'] as const;

export type EnvironmentTab = (typeof tabs)[number];
export type WizardStep = (typeof steps)[number];
export type SourceKind = (typeof sources)[number];

export interface EnvironmentListSearch {
  q?: string;
  project?: string;
  health?: HealthStatus;
}

export interface EnvironmentSearch {
  tab?: EnvironmentTab;
  q?: string;
  sort?: 'location';
}

export interface WizardSearch {
  step?: WizardStep;
  source?: SourceKind;
  branch?: string;
  commit?: string;
  workspace?: string;
  // The number of an earlier deployment, to roll back to it.
  deployment?: string;
  // Whether the plan was made with other parameters than those of the environment.
  parameters?: 'changed';
  plan?: string;
  run?: string;
  node?: string;
  show?: 'breaking' | 'loss';
}

export function environmentListSearch(raw: RawSearch): EnvironmentListSearch {
  return { q: text(raw.q), project: text(raw.project), health: oneOf(healthStatuses, raw.health) };
}

export function environmentSearch(raw: RawSearch): EnvironmentSearch {
  return { tab: oneOf(tabs, raw.tab), q: text(raw.q), sort: oneOf(['location'] as const, raw.sort) };
}

export function wizardSearch(raw: RawSearch): WizardSearch {
  return {
    step: oneOf(steps, raw.step),
    source: oneOf(sources, raw.source),
    branch: text(raw.branch),
    commit: text(raw.commit),
    workspace: text(raw.workspace),
    deployment: text(raw.deployment),
    parameters: oneOf(['changed'] as const, raw.parameters),
    plan: text(raw.plan),
    run: text(raw.run),
    node: text(raw.node),
    show: oneOf(['breaking', 'loss'] as const, raw.show),
  };
}

// text also accepts numbers, because the router reads a value of digits as one.
function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((candidate) => candidate === value);
}
