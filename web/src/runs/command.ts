import { quoted } from '../api/curl';
import type { RunFilters } from '../api/runs';

const outcomeFlags = new Map([
  ['unresolved', '--unresolved'],
  ['testsFailed', '--failed-tests'],
]);

// runsCommand returns the command that lists the same runs.
export function runsCommand({ project, environment, status, type, from, to, q, job, schedule }: RunFilters): string {
  const outcome = outcomeFlags.get(status ?? '');
  const flags: [string, string | undefined][] = [
    ['--project', project],
    ['--environment', environment],
    ['--status', outcome ? undefined : status],
    ['--type', type],
    ['--from', from],
    ['--to', to],
    ['--search', q],
    ['--job', job],
    ['--schedule', schedule],
  ];
  const given = flags.flatMap(([flag, value]) => (value === undefined ? [] : [flag, quoted(value)]));
  return ['millrace runs', ...given, ...(outcome ? [outcome] : [])].join(' ');
}
