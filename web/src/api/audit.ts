import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditChange = components['schemas']['AuditChange'];

export interface AuditFilters {
  actor?: string;
  action?: string;
  objectKind?: string;
  objectID?: string;
  projectID?: string;
  environmentID?: string;
  result?: 'ok' | 'refused';
  from?: string;
  to?: string;
}

const path = '/api/v1/auditEntries';

function withFilters(base: string, filters: Record<string, string | undefined>): string {
  const query = new URLSearchParams(Object.entries(filters).filter((pair): pair is [string, string] => pair[1] !== undefined));
  return query.size > 0 ? `${base}?${query}` : base;
}

// auditPath returns the address of the same list in the API.
export const auditPath = (filters: AuditFilters) => withFilters(path, { ...filters });

// auditExportPath returns the address of a file with all entries that the filters select.
export const auditExportPath = (filters: AuditFilters, format: 'jsonl' | 'csv') => withFilters(`${path}/export`, { format, ...filters });

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam }) =>
      unwrap(api.GET('/api/v1/auditEntries', { params: { query: { ...filters, limit: '50', startingFrom: pageParam } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });
