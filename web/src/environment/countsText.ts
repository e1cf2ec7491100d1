import type { components } from '../api/schema.gen';

// countsText returns the counts of a deployment in words.
export function countsText({ added, altered, deleted, rebuilt, metadata }: components['schemas']['PlanCounts']): string {
  const parts = [
    deleted > 0 && `${deleted} deleted`,
    altered > 0 && `${altered} altered`,
    rebuilt > 0 && `${rebuilt} rebuilt`,
    added > 0 && `${added} added`,
    metadata > 0 && `${metadata} metadata only`,
  ].filter(Boolean);
  return parts.join(', ') || 'no changes';
}
