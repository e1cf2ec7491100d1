import { quoted } from '../api/curl';
import type { ScheduleCreate } from '../api/schedules';

// createCommand returns the command that creates the same schedule. It leaves out what is the default.
export function createCommand(body: ScheduleCreate): string {
  const { trigger, retries, parameters } = body;
  const hasRetries = (retries?.count ?? 0) > 0;
  const flags: [string, unknown][] = [
    ['--environment', body.environmentID],
    ['--job', body.jobID],
    ['--select', body.includeNodesSelector],
    ['--exclude', body.excludeNodesSelector],
    ['--parameters', parameters && JSON.stringify(parameters)],
    ['--parallelism', body.parallelism],
    ['--cron', body.cron],
    ['--time-zone', body.timeZone],
    ['--after-job', trigger?.afterJob],
    ['--after-schedule', trigger?.afterSchedule],
    ['--overlap', body.overlap === 'queue' ? undefined : body.overlap],
    ['--missed', body.missed === 'fireOnce' ? undefined : body.missed],
    ['--retries', hasRetries ? retries?.count : undefined],
    ['--retry-wait', hasRetries ? `${retries?.waitSeconds ?? 0}s` : undefined],
    ['--retry-from', hasRetries ? retries?.from : undefined],
    ...(body.notifications ?? []).map(({ webhookID, on = ['failed'] }): [string, unknown] => ['--notify', `${webhookID}:${on.join(',')}`]),
  ];
  const given = flags.filter(([, value]) => value !== undefined && value !== null);
  return ['millrace schedules create', quoted(body.name), ...given.map(([flag, value]) => `${flag} ${quoted(String(value))}`)].join(' ');
}
