import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Problem, problemOf } from '../api/problem';
import { type SchedulePreview, previewQuery } from '../api/schedules';
import type { ScheduleDraft } from './draft';
import { NextTimes } from './NextTimes';
import { NotificationSection } from './NotificationSection';
import { RunSection } from './RunSection';
import classes from './Schedule.module.css';
import { TimingSection } from './TimingSection';
import { isTimeZone } from './wallTime';

const previewWait = 300;

export interface Preview {
  times?: SchedulePreview;
  problem?: Problem;
  // Whether the times are those of the draft as it is now.
  isCurrent: boolean;
}

// usePreview asks the server for the times of a draft, shortly after the last key.
export function usePreview({ trigger, cron, timeZone }: ScheduleDraft): Preview {
  const [asked] = useDebouncedValue(JSON.stringify([cron, timeZone]), previewWait);
  const [askedCron = '', askedZone = ''] = JSON.parse(asked) as string[];
  const isCron = trigger === 'cron';
  const preview = useQuery({
    ...previewQuery(askedCron, askedZone),
    enabled: isCron && isTimeZone(askedZone),
    placeholderData: (previous) => previous,
  });
  return {
    times: isCron ? preview.data : { times: [] },
    problem: isCron && preview.error ? problemOf(preview.error) : undefined,
    isCurrent: asked === JSON.stringify([cron, timeZone]) && !preview.isFetching,
  };
}

interface ScheduleFormProps {
  draft: ScheduleDraft;
  preview: Preview;
  saved?: { id: string; cron?: string; times: string[]; timeZone: string };
  // Why the user may not change the schedule; the fields are read-only then.
  lockedReason?: string;
  onChange: (change: Partial<ScheduleDraft>) => void;
  environmentField?: ReactNode;
  side: ReactNode;
}

// ScheduleForm edits a draft. The page around it saves it.
export function ScheduleForm({ draft, preview, saved, lockedReason, onChange, environmentField, side }: ScheduleFormProps) {
  return (
    <div className={classes.columns}>
      <fieldset className={classes.fields} disabled={lockedReason !== undefined} aria-label="Schedule">
        {lockedReason && <p className={classes.locked}>{lockedReason}</p>}
        <div className={classes.nameRow}>
          <TextInput label="Name" value={draft.name} maxLength={200} required onChange={(event) => onChange({ name: event.currentTarget.value })} />
          {environmentField}
        </div>
        <RunSection draft={draft} isLocked={lockedReason !== undefined} onChange={onChange} />
        <TimingSection draft={draft} scheduleID={saved?.id} savedCron={saved?.cron} problem={preview.problem} onChange={onChange} />
        <NotificationSection notifications={draft.notifications} onChange={(notifications) => onChange({ notifications })} />
      </fieldset>
      <div className={classes.side}>
        <NextTimes timeZone={draft.timeZone} preview={preview.times} saved={saved} isInvalid={preview.problem !== undefined || !isTimeZone(draft.timeZone)} />
        {side}
      </div>
    </div>
  );
}
