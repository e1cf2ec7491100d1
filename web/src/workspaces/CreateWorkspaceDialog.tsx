import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { branchesQuery } from '../api/commits';
import type { Project } from '../api/types';
import { useCreateWorkspace } from '../api/workspaces';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';

interface CreateWorkspaceDialogProps {
  opened: boolean;
  project: Project;
  onClose: () => void;
}

export function CreateWorkspaceDialog({ opened, project, onClose }: CreateWorkspaceDialogProps) {
  const create = useCreateWorkspace();
  const branches = useQuery({ ...branchesQuery(project.id), enabled: opened }).data ?? [];
  const standard = branches.find(({ isDefault }) => isDefault)?.name;

  function close() {
    create.reset();
    onClose();
  }

  function submit({ name = '', branch }: Fields) {
    create.mutate(
      { project: project.id, name: name.trim(), branch: branch || undefined },
      {
        onSuccess: () => {
          close();
        },
      },
    );
  }

  return (
    <Dialog opened={opened} onClose={close} title="Create workspace">
      <form onSubmit={submitted(submit)}>
        <Stack>
          {create.error && <ProblemAlert error={create.error} />}
          <TextInput name="name" label="Name" placeholder="ann" required maxLength={200} data-autofocus />
          {branches.length > 0 && (
            <NativeSelect
              name="branch"
              label="Branch"
              description="The workspace starts with the files of this branch and commits to it."
              defaultValue={standard}
              data={branches.map((branch) => branch.name)}
            />
          )}
          <FormActions submit="Create workspace" isWorking={create.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
