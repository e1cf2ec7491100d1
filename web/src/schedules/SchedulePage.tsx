import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type EnvironmentOverview, overviewQuery } from '../api/overviews';
import { problemOf } from '../api/problem';
import { type Schedule, scheduleQuery, useRunSchedule, useUpdateSchedule } from '../api/schedules';
import { may } from '../environments/permissions';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { LeaveDialog } from '../ui/LeaveDialog';
import { MissingObject } from '../ui/MissingObject';
import { PageSkeleton } from '../ui/PageSkeleton';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { counted } from '../ui/text';
import { type ScheduleDraft, changesOf, draftOf, draftReason } from './draft';
import { FiringSection } from './FiringSection';
import { ScheduleForm, usePreview } from './ScheduleForm';
import { ScheduleHeader } from './ScheduleHeader';
import { SideFacts } from './SideFacts';

const route = getRouteApi('/signedIn/schedules/$scheduleID');

export function SchedulePage() {
  const { scheduleID } = route.useParams();
  const schedule = useQuery(scheduleQuery(scheduleID));
  const environmentID = schedule.data?.environmentID;
  const overview = useQuery({ ...overviewQuery(environmentID ?? ''), enabled: environmentID !== undefined });
  if (schedule.data === undefined && problemOf(schedule.error).status === 404) {
    return <MissingObject name={`Schedule ${scheduleID}`} action={<Button component={Link} to="/jobs">Go to jobs and schedules</Button>} />;
  }
  return (
    <QueryView query={schedule} skeleton={<PageSkeleton />}>
      {(loaded) => (overview.isPending ? <PageSkeleton /> : <Editor key={loaded.id} schedule={loaded} overview={overview.data ?? undefined} />)}
    </QueryView>
  );
}

// Editor shows the saved schedule, with the changes that are not saved yet.
function Editor({ schedule, overview }: { schedule: Schedule; overview: EnvironmentOverview | undefined }) {
  const saved = draftOf(schedule);
  // Only what the user changed: the other fields follow the saved schedule.
  const [edited, setEdited] = useState<Partial<ScheduleDraft>>({});
  const draft = { ...saved, ...edited };
  const changes = changesOf(draft, saved);
  const count = Object.keys(changes).length;
  const [runsNow, setRunsNow] = useState(false);
  const preview = usePreview(draft);
  const update = useUpdateSchedule(schedule.id);
  const run = useRunSchedule();
  const mayChange = overview !== undefined && may(overview, 'environment.run');

  function save() {
    update.mutate(changes, {
      onSuccess: () => {
        announce(`${counted(count, 'change')} saved`);
        setEdited((old) => (old === edited ? {} : old));
        if (runsNow) run.mutate(schedule.id);
        setRunsNow(false);
      },
    });
  }

  const reason = count === 0 ? 'Nothing has changed.' : (draftReason(draft) ?? (preview.problem && 'Correct the cron expression.'));
  return (
    <Stack gap="lg">
      <ScheduleHeader
        schedule={schedule}
        overview={overview}
        save={
          mayChange && (
            <ActionButton reason={reason} loading={update.isPending} onClick={save} size="sm">
              {count > 0 ? `Save ${counted(count, 'change')}` : 'Save'}
            </ActionButton>
          )
        }
      />
      {update.error && <ProblemAlert error={update.error} />}
      {run.error && <ProblemAlert error={run.error} />}
      <ScheduleForm
        draft={draft}
        preview={preview}
        saved={{ id: schedule.id, cron: schedule.cron, times: schedule.nextTimes, timeZone: schedule.timeZone }}
        lockedReason={mayChange ? undefined : 'Your roles do not include running this environment, so you cannot change its schedules.'}
        onChange={(change) => setEdited((old) => ({ ...old, ...change }))}
        side={
          <SideFacts overview={overview} schedule={schedule} runsNow={runsNow} onRunsNow={mayChange && count > 0 ? setRunsNow : undefined} />
        }
      />
      <FiringSection schedule={schedule} />
      <LeaveDialog isDirty={count > 0} title={`${counted(count, 'unsaved change')} of ${schedule.name}`} />
    </Stack>
  );
}
