// The state of the pages about jobs and schedules, and of the administration, that the address contains.
import { text } from './search';

type RawSearch = Record<string, unknown>;

export interface ScheduleSearch {
  firings?: 'notCompleted';
}

export interface NewScheduleSearch {
  environment?: string;
  job?: string;
}

export function scheduleSearch(raw: RawSearch): ScheduleSearch {
  return { firings: raw.firings === 'notCompleted' ? 'notCompleted' : undefined };
}

export function newScheduleSearch(raw: RawSearch): NewScheduleSearch {
  return { environment: text(raw.environment), job: text(raw.job) };
}

export interface WebhookSearch {
  delivery?: string;
}

export function webhookSearch(raw: RawSearch): WebhookSearch {
  return { delivery: text(raw.delivery) };
}

export interface RolesSearch {
  q?: string;
  project?: string;
}

export function rolesSearch(raw: RawSearch): RolesSearch {
  return { q: text(raw.q), project: text(raw.project) };
}

export interface GitAccountsSearch {
  owner?: string;
}

export function gitAccountsSearch(raw: RawSearch): GitAccountsSearch {
  return { owner: text(raw.owner) };
}
