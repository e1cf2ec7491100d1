import type { Schedule, ScheduleCreate, ScheduleNotification, ScheduleUpdate } from '../api/schedules';
import { formattedParameters, parsedParameters } from '../deploy/parameters';

export type TriggerKind = 'cron' | 'afterJob' | 'afterSchedule';

// ScheduleDraft is what the form edits. Numbers are text, as their fields have them.
export interface ScheduleDraft {
  name: string;
  environmentID: string;
  runs: 'job' | 'selectors';
  jobID: string;
  include: string;
  exclude: string;
  parameters: string;
  parallelism: string;
  trigger: TriggerKind;
  cron: string;
  timeZone: string;
  // The id of the job or schedule that the schedule fires after.
  after: string;
  retries: string;
  waitMinutes: string;
  from: 'beginning' | 'failure';
  overlap: 'queue' | 'skip' | 'parallel';
  missed: 'fireOnce' | 'skip';
  notifications: ScheduleNotification[];
}

export function newDraft(start: { environmentID?: string; jobID?: string; timeZone: string }): ScheduleDraft {
  return {
    name: '',
    environmentID: start.environmentID ?? '',
    runs: start.jobID ? 'job' : 'selectors',
    jobID: start.jobID ?? '',
    include: '',
    exclude: '',
    parameters: '{}',
    parallelism: '',
    trigger: 'cron',
    cron: '30 6 * * MON-FRI',
    timeZone: start.timeZone,
    after: '',
    retries: '0',
    waitMinutes: '0',
    from: 'beginning',
    overlap: 'queue',
    missed: 'fireOnce',
    notifications: [],
  };
}

export function draftOf(schedule: Schedule): ScheduleDraft {
  const { trigger, retries, jobID = '' } = schedule;
  const afterJob = trigger?.afterJob === undefined ? '' : String(trigger.afterJob);
  return {
    name: schedule.name,
    environmentID: schedule.environmentID,
    runs: jobID ? 'job' : 'selectors',
    jobID,
    include: schedule.includeNodesSelector ?? '',
    exclude: schedule.excludeNodesSelector ?? '',
    parameters: formattedParameters(schedule.parameters),
    parallelism: schedule.parallelism === undefined ? '' : String(schedule.parallelism),
    trigger: triggerKind(schedule),
    cron: schedule.cron ?? '',
    timeZone: schedule.timeZone,
    after: trigger?.afterSchedule ?? afterJob,
    retries: String(retries.count ?? 0),
    waitMinutes: String((retries.waitSeconds ?? 0) / 60),
    from: retries.from ?? 'beginning',
    overlap: schedule.overlap,
    missed: schedule.missed,
    notifications: schedule.notifications.map(({ webhookID, on }) => ({ webhookID, on: on ?? ['failed'] })),
  };
}

function triggerKind({ trigger }: Schedule): TriggerKind {
  if (trigger?.afterSchedule) return 'afterSchedule';
  return trigger?.afterJob === undefined ? 'cron' : 'afterJob';
}

// fieldsOf returns the fields of a draft as the API has them. An absent one is null.
function fieldsOf(draft: ScheduleDraft) {
  const isCron = draft.trigger === 'cron';
  const isJob = draft.runs === 'job';
  const parameters = parsedParameters(draft.parameters).value ?? {};
  return {
    name: draft.name.trim(),
    jobID: isJob ? draft.jobID : null,
    includeNodesSelector: isJob ? null : draft.include.trim() || null,
    excludeNodesSelector: isJob ? null : draft.exclude.trim() || null,
    parameters: Object.keys(parameters).length > 0 ? parameters : null,
    parallelism: draft.parallelism ? Number(draft.parallelism) : null,
    cron: isCron ? draft.cron.trim().replace(/\s+/g, ' ') : null,
    timeZone: draft.timeZone,
    trigger: isCron ? null : { [draft.trigger]: draft.after },
    retries: { count: Number(draft.retries) || 0, waitSeconds: Math.round(Number(draft.waitMinutes) * 60) || 0, from: draft.from },
    overlap: draft.overlap,
    missed: draft.missed,
    notifications: draft.notifications,
  };
}

export function bodyOf(draft: ScheduleDraft): ScheduleCreate {
  const { timeZone, overlap, missed, environmentID } = draft;
  const given = Object.entries(fieldsOf(draft)).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(given), name: draft.name.trim(), environmentID, timeZone, overlap, missed };
}

// changesOf returns the fields that differ from what is saved.
export function changesOf(draft: ScheduleDraft, saved: ScheduleDraft): ScheduleUpdate {
  const before: Record<string, unknown> = fieldsOf(saved);
  const changed = Object.entries(fieldsOf(draft)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed);
}

// draftReason says why a draft cannot be saved yet.
export function draftReason(draft: ScheduleDraft): string | undefined {
  if (!draft.name.trim()) return 'Enter a name.';
  if (!draft.environmentID) return 'Choose an environment.';
  if (draft.runs === 'job' && !draft.jobID) return 'Choose a job.';
  if (draft.trigger !== 'cron' && !draft.after) return draft.trigger === 'afterJob' ? 'Choose the job to run after.' : 'Choose the schedule to run after.';
  return parsedParameters(draft.parameters).problem && 'Correct the parameters.';
}
