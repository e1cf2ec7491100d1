import type { AuditFilters } from '../api/audit';
import { text } from '../app/search';

// The state of the page of the audit log that is in the address: the filters and the entry that is open.
export interface AuditSearch extends AuditFilters {
  entry?: string;
}

export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  return {
    actor: text(raw.actor),
    action: text(raw.action),
    objectKind: text(raw.objectKind),
    objectID: text(raw.objectID),
    projectID: text(raw.projectID),
    environmentID: text(raw.environmentID),
    result: raw.result === 'ok' || raw.result === 'refused' ? raw.result : undefined,
    from: dateTime(raw.from),
    to: dateTime(raw.to),
    entry: text(raw.entry),
  };
}

function dateTime(value: unknown): string | undefined {
  const given = text(value);
  return given && !Number.isNaN(Date.parse(given)) ? given : undefined;
}
