import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Job, useDeleteJob } from '../api/jobs';
import { overviewsQuery } from '../api/overviews';
import { schedulesQuery } from '../api/schedules';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { counted } from '../ui/text';

interface DeleteJobButtonProps {
  job: Job;
  projectID: string;
  workspaceID: string;
}

// DeleteJobButton deletes a job of a workspace; what is deployed stays.
export function DeleteJobButton({ job, projectID, workspaceID }: DeleteJobButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteJob(workspaceID, job.id);
  const navigate = useNavigate();
  const environments = useQuery(overviewsQuery(projectID)).data ?? [];
  const schedules = useQuery(schedulesQuery).data ?? [];
  const users = schedules.filter(({ jobID, environmentID }) => jobID === job.id && environments.some(({ id }) => id === environmentID)).length;

  function close() {
    remove.reset();
    setAsking(false);
  }

  function confirm() {
    remove.mutate(undefined, {
      onSuccess: () => {
        announce(`Job ${job.name} is deleted`);
        void navigate({ to: '/projects/$projectID/jobs', params: { projectID }, ignoreBlocker: true });
      },
    });
  }

  return (
    <>
      <Button variant="subtle" color="red" size="xs" onClick={() => setAsking(true)}>
        Delete job
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Delete job ${job.name}?`}
        action="Delete job"
        error={remove.error}
        isWorking={remove.isPending}
        onConfirm={confirm}
        onClose={close}
      >
        <Text size="sm">
          Its 2 selectors are deleted in this workspace. Environments keep the job until the next deployment without it.{' '}
          {users > 0
            ? `${counted(users, 'schedule')} of this project ${users === 1 ? 'runs' : 'run'} this job, and fail after that deployment.`
            : 'No schedule runs it.'}
        </Text>
      </ConfirmDialog>
    </>
  );
}
