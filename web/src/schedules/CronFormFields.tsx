import { NativeSelect, TextInput } from '@mantine/core';
import { type CronForm, cronOf, formOf, weekdays } from './cronForm';
import classes from './Schedule.module.css';

const kinds = [
  { value: 'days', label: 'On days' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'minutes', label: 'Every few minutes' },
];

const starts: Record<string, CronForm> = {
  days: { kind: 'days', days: [0, 1, 2, 3, 4], time: '06:30' },
  hourly: { kind: 'hourly', minute: 0 },
  minutes: { kind: 'minutes', every: 15 },
};

// CronFormFields edits the expressions that need no knowledge of cron.
export function CronFormFields({ cron, onChange }: { cron: string; onChange: (cron: string) => void }) {
  const form = formOf(cron);
  if (!form) {
    return (
      <p className={classes.agreement} data-agrees="false">
        The form cannot show <code>{cron}</code>. Edit it as cron text, or choose a time here to replace it.{' '}
        <button type="button" className={classes.linkButton} onClick={() => onChange(cronOf(starts.days!))}>
          Replace it
        </button>
      </p>
    );
  }
  const change = (changed: CronForm) => onChange(cronOf(changed));
  return (
    <>
      <div className={classes.formRow}>
        <NativeSelect aria-label="How often" data={kinds} value={form.kind} onChange={(event) => change(starts[event.currentTarget.value]!)} />
        {form.kind === 'days' && <Days form={form} onChange={change} />}
        {form.kind === 'hourly' && (
          <TextInput
            aria-label="Minute"
            type="number"
            min={0}
            max={59}
            w={90}
            leftSection="at"
            value={form.minute}
            onChange={(event) => change({ kind: 'hourly', minute: bounded(event.currentTarget.value, 0, 59) })}
          />
        )}
        {form.kind === 'minutes' && (
          <NativeSelect
            aria-label="Minutes between two runs"
            data={['5', '10', '15', '20', '30']}
            value={String(form.every)}
            onChange={(event) => change({ kind: 'minutes', every: Number(event.currentTarget.value) })}
          />
        )}
      </div>
      <p className={classes.agreement}>
        Cron <code>{cron}</code>
      </p>
    </>
  );
}

function Days({ form, onChange }: { form: Extract<CronForm, { kind: 'days' }>; onChange: (form: CronForm) => void }) {
  function toggle(day: number) {
    const days = form.days.includes(day) ? form.days.filter((other) => other !== day) : [...form.days, day];
    // Without a day the expression would mean every day, which is not what the click says.
    if (days.length > 0) onChange({ ...form, days });
  }
  return (
    <>
      <div className={classes.days} role="group" aria-label="Days">
        {weekdays.map((name, day) => (
          <button key={name} type="button" aria-pressed={form.days.includes(day)} onClick={() => toggle(day)}>
            {name}
          </button>
        ))}
      </div>
      <TextInput
        aria-label="Time of day"
        type="time"
        w={130}
        value={form.time}
        onChange={(event) => event.currentTarget.value && onChange({ ...form, time: event.currentTarget.value })}
      />
    </>
  );
}

const bounded = (text: string, least: number, most: number) => Math.min(most, Math.max(least, Math.trunc(Number(text)) || 0));
