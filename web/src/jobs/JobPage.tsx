import { Anchor, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Job, useUpdateJob, workspaceJobPath, workspaceJobQuery } from '../api/jobs';
import { overviewsQuery } from '../api/overviews';
import { projectQuery } from '../api/projects';
import { meQuery } from '../api/session';
import { mayEditWorkspaces } from '../runs/places';
import { useMatches } from '../selector/useMatches';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { LeaveDialog } from '../ui/LeaveDialog';
import { PageHeader } from '../ui/PageHeader';
import { PageSkeleton } from '../ui/PageSkeleton';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { counted } from '../ui/text';
import { DeleteJobButton } from './DeleteJobButton';
import { DeployedJobs } from './DeployedJobs';
import { JobFields, type JobDraft } from './JobFields';
import { JobRuns } from './JobRuns';
import { JobSchedules } from './JobSchedules';
import classes from './Jobs.module.css';

const route = getRouteApi('/signedIn/projects/$projectID/workspaces/$workspaceID/jobs/$jobID');

export function JobPage() {
  const { workspaceID, jobID } = route.useParams();
  const job = useQuery(workspaceJobQuery(workspaceID, jobID));
  return (
    <QueryView query={job} skeleton={<PageSkeleton />}>
      {(loaded) => <Editor key={loaded.id} job={loaded} />}
    </QueryView>
  );
}

// Editor shows the saved job, with the changes that are not saved yet.
function Editor({ job }: { job: Job }) {
  const { projectID, workspaceID, jobID } = route.useParams();
  const project = useQuery(projectQuery(projectID)).data;
  const workspace = project?.workspaces?.find(({ id }) => id === workspaceID);
  const environments = useQuery(overviewsQuery(projectID)).data ?? [];
  const me = useSuspenseQuery(meQuery).data;
  const mayEdit = mayEditWorkspaces(me, projectID);
  const saved: JobDraft = { name: job.name, include: job.includeSelector, exclude: job.excludeSelector };
  // Only what the user changed: the other fields follow the saved job.
  const [edited, setEdited] = useState<Partial<JobDraft>>({});
  const draft = { ...saved, ...edited };
  const changes = (Object.keys(saved) as (keyof JobDraft)[]).filter((field) => saved[field] !== draft[field]).length;
  const matching = useMatches({ workspaceID }, draft);
  const isWrong = !matching.isStale && (matching.matches?.errors.length ?? 0) > 0;
  const update = useUpdateJob(workspaceID, jobID);

  function save() {
    const body = { name: draft.name.trim(), includeSelector: draft.include.trim(), excludeSelector: draft.exclude.trim(), version: job.version };
    update.mutate(body, {
      onSuccess: () => {
        announce(`${counted(changes, 'change')} saved`);
        setEdited((old) => (old === edited ? {} : old));
      },
    });
  }

  const reason = changes === 0 ? 'Nothing has changed.' : !draft.name.trim() ? 'Enter a name.' : isWrong ? 'Correct the selectors.' : undefined;
  return (
    <Stack gap="lg">
      <PageHeader
        title={job.name}
        description={`Job ${job.id} in the workspace ${workspace?.name ?? workspaceID}${project ? ` of ${project.name}` : ''}`}
        actions={
          <>
            {mayEdit && (
              <ActionButton reason={reason} loading={update.isPending} onClick={save}>
                {changes > 0 ? `Save ${counted(changes, 'change')}` : 'Save'}
              </ActionButton>
            )}
            <CopyAsCurl path={workspaceJobPath(workspaceID, jobID)} command={`millrace jobs get ${jobID} --workspace ${workspaceID}`} />
            {mayEdit && <DeleteJobButton job={job} projectID={projectID} workspaceID={workspaceID} />}
          </>
        }
      />
      {update.error && <ProblemAlert error={update.error} />}
      <LeaveDialog isDirty={changes > 0} title={`${counted(changes, 'unsaved change')} of ${job.name}`} />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <JobFields
            draft={draft}
            matching={matching}
            mayEdit={mayEdit}
            link={<BuildLink include={draft.include} />}
            onChange={(change) => setEdited((old) => ({ ...old, ...change }))}
          />
          <JobRuns projectID={projectID} jobID={jobID} />
        </div>
        <div className={classes.stack}>
          <DeployedJobs environments={environments} job={job} matches={matching.matches} />
          <JobSchedules environments={environments} jobID={jobID} />
        </div>
      </div>
    </Stack>
  );
}

function BuildLink({ include }: { include: string }) {
  const { projectID, workspaceID } = route.useParams();
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/projects/$projectID/workspaces/$workspaceID/build"
          params={{ projectID, workspaceID }}
          search={{ view: 'graph', select: include || undefined }}
        />
      )}
    >
      Show as graph
    </Anchor>
  );
}
