import { NativeSelect, Stack, TextInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../api/connections';
import { useCreateEnvironment } from '../api/environments';
import type { Connection, Project } from '../api/types';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';

interface CreateEnvironmentDialogProps {
  opened: boolean;
  onClose: () => void;
  // One project on the page of that project; otherwise the user chooses one.
  projects: Project[];
  preselected?: string;
}

export function CreateEnvironmentDialog({ opened, onClose, projects, preselected }: CreateEnvironmentDialogProps) {
  const create = useCreateEnvironment();
  const connections = useQuery({ ...connectionsQuery, enabled: opened }).data ?? [];

  function close() {
    create.reset();
    onClose();
  }

  function submit({ name = '', description = '', connection = '', project = projects[0]?.id ?? '' }: Fields) {
    const body = { project, name: name.trim(), description: description || undefined, connection: connection || undefined };
    create.mutate(body, {
      onSuccess: () => {
        announce(`Environment ${body.name} is created`);
        close();
      },
    });
  }

  return (
    <Dialog opened={opened} onClose={close} title="Create environment">
      <form onSubmit={submitted(submit)}>
        <Stack>
          {create.error && <ProblemAlert error={create.error} />}
          {projects.length > 1 && (
            <NativeSelect
              name="project"
              label="Project"
              defaultValue={preselected}
              data={projects.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <TextInput name="name" label="Name" placeholder="Production" required maxLength={200} data-autofocus />
          <Textarea name="description" label="Description" maxLength={10_000} autosize={false} rows={2} />
          <NativeSelect
            name="connection"
            label="Connection"
            description="The database of this environment."
            data={connectionChoices(connections)}
          />
          <FormActions submit="Create environment" isWorking={create.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}

// The default connection is an empty value, so that the environment uses the new default if it changes.
function connectionChoices(connections: Connection[]) {
  const standard = connections.find((connection) => connection.isDefault);
  const others = connections.filter((connection) => !connection.isDefault);
  return [
    { value: '', label: standard ? `${standard.name} (default)` : "The organization's default" },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
  ];
}
