import { NativeSelect, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Problem } from '../api/problem';
import { environmentJobsQuery } from '../api/runs';
import { schedulesQuery } from '../api/schedules';
import { Panel } from '../ui/Panel';
import { SegmentChoice } from '../ui/SegmentChoice';
import { CronField } from './CronField';
import { formOf } from './cronForm';
import { CronFormFields } from './CronFormFields';
import type { ScheduleDraft } from './draft';
import { Examples } from './Examples';
import { PolicyFields } from './PolicyFields';
import classes from './Schedule.module.css';
import { isTimeZone, timeZones } from './wallTime';

type View = 'form' | 'text' | 'after';

const views: { value: View; label: string }[] = [
  { value: 'form', label: 'Form' },
  { value: 'text', label: 'Cron text' },
  { value: 'after', label: 'After a run' },
];

interface TimingSectionProps {
  draft: ScheduleDraft;
  scheduleID?: string;
  savedCron?: string;
  problem: Problem | undefined;
  onChange: (change: Partial<ScheduleDraft>) => void;
}

// TimingSection says when the schedule fires, and what happens if it cannot.
export function TimingSection({ draft, scheduleID, savedCron, problem, onChange }: TimingSectionProps) {
  const [isText, setText] = useState(() => draft.trigger === 'cron' && !formOf(draft.cron));
  const view: View = draft.trigger !== 'cron' ? 'after' : isText ? 'text' : 'form';

  function show(next: View) {
    setText(next === 'text');
    if (next === 'after') onChange({ trigger: 'afterSchedule', after: '' });
    else if (view === 'after') onChange({ trigger: 'cron', cron: draft.cron || savedCron || '30 6 * * MON-FRI' });
  }

  // An unknown time zone is reported at its own field.
  const cronProblem = isTimeZone(draft.timeZone) ? problem : undefined;
  return (
    <Panel>
      <section className={classes.card} aria-labelledby="when-title">
        <div className={classes.cardTitle}>
          <Title order={2} size="h4" id="when-title">
            When it runs
          </Title>
          <SegmentChoice label="Kind of trigger" value={view} options={views} onChange={show} />
        </div>
        {!scheduleID && view !== 'after' && <Examples onChoose={(cron) => onChange({ cron })} />}
        {view === 'after' ? (
          <AfterFields draft={draft} scheduleID={scheduleID} onChange={onChange} />
        ) : (
          <div className={classes.trigger}>
            <div>
              {view === 'form' ? (
                <CronFormFields cron={draft.cron} onChange={(cron) => onChange({ cron })} />
              ) : (
                <CronField value={draft.cron} problem={cronProblem} saved={savedCron} onChange={(cron) => onChange({ cron })} />
              )}
            </div>
            <ZoneField value={draft.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
          </div>
        )}
        <PolicyFields draft={draft} onChange={onChange} />
      </section>
    </Panel>
  );
}

function ZoneField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <>
      <TextInput
        label="Time zone"
        value={value}
        list={id}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={isTimeZone(value) ? undefined : 'Enter a time zone such as Europe/Berlin, or UTC.'}
        autoComplete="off"
      />
      <datalist id={id}>
        {timeZones.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

interface AfterFieldsProps {
  draft: ScheduleDraft;
  scheduleID?: string;
  onChange: (change: Partial<ScheduleDraft>) => void;
}

// AfterFields chooses the job or schedule whose completed runs fire this schedule.
function AfterFields({ draft, scheduleID, onChange }: AfterFieldsProps) {
  const jobs = useQuery({ ...environmentJobsQuery(draft.environmentID), enabled: draft.environmentID !== '' }).data ?? [];
  const schedules = (useQuery(schedulesQuery).data ?? []).filter(({ id }) => id !== scheduleID);
  const isJob = draft.trigger === 'afterJob';
  const options = isJob ? jobs : schedules;
  return (
    <div className={classes.formRow}>
      <NativeSelect
        label="After a completed run of"
        value={draft.trigger}
        onChange={(event) => onChange({ trigger: event.currentTarget.value as ScheduleDraft['trigger'], after: '' })}
        data={[
          { value: 'afterSchedule', label: 'a schedule' },
          { value: 'afterJob', label: 'a job in this environment' },
        ]}
      />
      <NativeSelect
        label={isJob ? 'Job' : 'Schedule'}
        value={draft.after}
        onChange={(event) => onChange({ after: event.currentTarget.value })}
        data={[{ value: '', label: options.length > 0 ? 'Choose…' : 'None to choose' }, ...options.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </div>
  );
}
