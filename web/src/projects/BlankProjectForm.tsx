import { NativeSelect, Stack, TextInput, Textarea } from '@mantine/core';
import { useCreateProject } from '../api/projects';
import type { PlatformKind } from '../api/types';
import { announce } from '../ui/announce';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { platformChoices } from './platforms';

interface BlankProjectFormProps {
  onCreated: (projectID: string) => void;
  onCancel: () => void;
}

export function BlankProjectForm({ onCreated, onCancel }: BlankProjectFormProps) {
  const create = useCreateProject();

  function submit({ name = '', platformKind, description = '' }: Fields) {
    const body = { name: name.trim(), platformKind: platformKind as PlatformKind, description: description || undefined };
    create.mutate(body, {
      onSuccess: (project) => {
        announce(`Project ${project.name} is created`);
        onCreated(project.id);
      },
    });
  }

  return (
    <form onSubmit={submitted(submit)}>
      <Stack>
        {create.error && <ProblemAlert error={create.error} />}
        <TextInput name="name" label="Name" placeholder="Orders" required maxLength={200} data-autofocus />
        <NativeSelect name="platformKind" label="Engine" description="The engine that runs the SQL." data={platformChoices} />
        <Textarea name="description" label="Description" maxLength={10_000} rows={3} />
        <FormActions submit="Create project" isWorking={create.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
