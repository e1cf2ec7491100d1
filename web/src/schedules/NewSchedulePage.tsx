import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type EnvironmentOverview, overviewsQuery } from '../api/overviews';
import { useCreateSchedule, useRunSchedule } from '../api/schedules';
import { may } from '../environments/permissions';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { EmptyState } from '../ui/EmptyState';
import { LeaveDialog } from '../ui/LeaveDialog';
import { PageHeader } from '../ui/PageHeader';
import { PageSkeleton } from '../ui/PageSkeleton';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { counted } from '../ui/text';
import { createCommand } from './command';
import { bodyOf, changesOf, draftReason, newDraft } from './draft';
import { ScheduleForm, usePreview } from './ScheduleForm';
import { SideFacts } from './SideFacts';
import { ownTimeZone } from './wallTime';

const route = getRouteApi('/signedIn/schedules/new');

export function NewSchedulePage() {
  const overviews = useQuery(overviewsQuery());
  return (
    <QueryView query={overviews} skeleton={<PageSkeleton />}>
      {(all) => {
        const allowed = all.filter((overview) => may(overview, 'environment.run'));
        return allowed.length > 0 ? <NewSchedule environments={allowed} /> : <NotAllowed />;
      }}
    </QueryView>
  );
}

function NotAllowed() {
  return (
    <Panel>
      <EmptyState icon="clock" title="You cannot create schedules">
        Your roles do not include running an environment. Ask an administrator of the project.
      </EmptyState>
    </Panel>
  );
}

function NewSchedule({ environments }: { environments: EnvironmentOverview[] }) {
  const { environment, job } = route.useSearch();
  const navigate = useNavigate();
  const known = environments.find(({ id }) => id === environment) ?? (environments.length === 1 ? environments[0] : undefined);
  const [start] = useState(() => newDraft({ environmentID: known?.id, jobID: job, timeZone: ownTimeZone }));
  const [draft, setDraft] = useState(start);
  const [runsNow, setRunsNow] = useState(false);
  const preview = usePreview(draft);
  const create = useCreateSchedule();
  const run = useRunSchedule();
  const chosen = environments.find(({ id }) => id === draft.environmentID);

  function save() {
    create.mutate(bodyOf(draft), {
      onSuccess: ({ id, name }) => {
        announce(`Schedule ${name} is created`);
        if (runsNow) run.mutate(id);
        void navigate({ to: '/schedules/$scheduleID', params: { scheduleID: id }, ignoreBlocker: true });
      },
    });
  }

  const changes = Object.keys(changesOf(draft, start)).length + Number(draft.environmentID !== start.environmentID);
  const reason = draftReason(draft) ?? (preview.problem && 'Correct the cron expression.');
  return (
    <Stack gap="lg">
      <PageHeader
        title="New schedule"
        description="Starts refreshes of an environment at fixed times, or after other runs."
        actions={
          <>
            <CopyAsCurl path="/api/v1/schedules" body={bodyOf(draft)} command={createCommand(bodyOf(draft))} reason={reason} />
            <ActionButton reason={reason} loading={create.isPending} onClick={save}>
              Create schedule
            </ActionButton>
          </>
        }
      />
      {create.error && <ProblemAlert error={create.error} />}
      <ScheduleForm
        draft={draft}
        preview={preview}
        onChange={(change) => setDraft((old) => ({ ...old, ...change }))}
        environmentField={
          <NativeSelect
            label="Environment"
            value={draft.environmentID}
            onChange={({ currentTarget: { value } }) => setDraft((old) => ({ ...old, environmentID: value, jobID: '' }))}
            data={[{ value: '', label: 'Choose…' }, ...environments.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        }
        side={<SideFacts overview={chosen} runsNow={runsNow} onRunsNow={setRunsNow} />}
      />
      <LeaveDialog isDirty={changes > 0} title={`${counted(changes, 'setting')} of the new schedule ${changes === 1 ? 'is' : 'are'} not saved`} />
    </Stack>
  );
}
