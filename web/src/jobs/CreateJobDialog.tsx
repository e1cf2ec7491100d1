import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCreateJob } from '../api/jobs';
import type { Project } from '../api/types';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import classes from './Jobs.module.css';

interface CreateJobDialogProps {
  project: Project;
  opened: boolean;
  onClose: () => void;
}

export function CreateJobDialog({ project, opened, onClose }: CreateJobDialogProps) {
  const create = useCreateJob();
  const navigate = useNavigate();
  const workspaces = project.workspaces ?? [];

  function close() {
    create.reset();
    onClose();
  }

  function submit({ workspace = '', name = '', include = '', exclude = '' }: Fields) {
    const body = { name: name.trim(), includeSelector: include.trim(), excludeSelector: exclude.trim() };
    create.mutate(
      { workspaceID: workspace, body },
      {
        onSuccess: (job) => {
          announce(`Job ${job.name} is created`);
          close();
          const params = { projectID: project.id, workspaceID: workspace, jobID: job.id };
          void navigate({ to: '/projects/$projectID/workspaces/$workspaceID/jobs/$jobID', params });
        },
      },
    );
  }

  return (
    <Dialog opened={opened} onClose={close} title="Create job">
      <form onSubmit={submitted(submit)} autoComplete="off">
        <Stack>
          {create.error && <ProblemAlert error={create.error} />}
          <TextInput name="name" label="Name" placeholder="Daily" required maxLength={200} data-autofocus />
          <NativeSelect name="workspace" label="Workspace" data={workspaces.map(({ id, name }) => ({ value: id, label: name }))} />
          <TextInput
            name="include"
            label="Include"
            description="A selector, such as +{ location: MART }. Empty: every node."
            classNames={{ input: classes.mono }}
            spellCheck={false}
          />
          <TextInput
            name="exclude"
            label="Exclude"
            description="A selector of nodes to leave out. Empty: none."
            classNames={{ input: classes.mono }}
            spellCheck={false}
          />
          <FormActions submit="Create job" isWorking={create.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
