import type { EnvironmentFilter } from './EnvironmentToolbar';

// filterChange returns the change of a filter as the address names it.
export function filterChange(change: EnvironmentFilter) {
  return {
    ...('query' in change && { q: change.query }),
    ...('health' in change && { health: change.health }),
  };
}
