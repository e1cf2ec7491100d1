import { NativeSelect, Stack, TextInput, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCreateProject } from '../api/projects';
import type { PlatformKind } from '../api/types';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { platformChoices } from './platforms';

interface CreateProjectDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CreateProjectDialog({ opened, onClose }: CreateProjectDialogProps) {
  const navigate = useNavigate();
  const create = useCreateProject();

  function close() {
    create.reset();
    onClose();
  }

  function submit({ name = '', platformKind, description = '' }: Fields) {
    const body = { name: name.trim(), platformKind: platformKind as PlatformKind, description: description || undefined };
    create.mutate(body, {
      onSuccess: (project) => {
        announce(`Project ${project.name} is created`);
        close();
        void navigate({ to: '/projects/$projectID/deploy', params: { projectID: project.id } });
      },
    });
  }

  return (
    <Dialog opened={opened} onClose={close} title="Create project">
      <form onSubmit={submitted(submit)}>
        <Stack>
          {create.error && <ProblemAlert error={create.error} />}
          <TextInput name="name" label="Name" placeholder="Orders" required maxLength={200} data-autofocus />
          <NativeSelect name="platformKind" label="Engine" description="The engine that runs the SQL." data={platformChoices} />
          <Textarea name="description" label="Description" maxLength={10_000} rows={3} />
          <FormActions submit="Create project" isWorking={create.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
