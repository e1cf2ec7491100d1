import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useCreateServiceAccount } from '../api/users';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { roleChoices } from './roles';

interface CreateServiceAccountDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CreateServiceAccountDialog({ opened, onClose }: CreateServiceAccountDialogProps) {
  const create = useCreateServiceAccount();

  function close() {
    create.reset();
    onClose();
  }

  function submit({ name = '', organizationRole }: Fields) {
    create.mutate(
      { name: name.trim(), organizationRole },
      {
        onSuccess: (user) => {
          announce(`Service account ${user.firstName} is created`);
          close();
        },
      },
    );
  }

  return (
    <Dialog opened={opened} onClose={close} title="Create service account">
      <form onSubmit={submitted(submit)} autoComplete="off">
        <Stack>
          {create.error && <ProblemAlert error={create.error} />}
          <Text size="sm">A user for a program. It cannot sign in: it acts with access tokens that administrators generate.</Text>
          <TextInput name="name" label="Name" placeholder="nightly-deploy" required maxLength={100} autoComplete="off" data-autofocus />
          <NativeSelect name="organizationRole" label="Role in the organization" data={roleChoices} />
          <FormActions submit="Create service account" isWorking={create.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
