import { Group, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useCreateUser } from '../api/users';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { roleChoices } from './roles';

interface CreateUserDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CreateUserDialog({ opened, onClose }: CreateUserDialogProps) {
  const create = useCreateUser();

  function close() {
    create.reset();
    onClose();
  }

  function submit({ email = '', firstName = '', lastName = '', password = '', organizationRole }: Fields) {
    const body = { email: email.trim(), firstName: firstName.trim(), lastName: lastName.trim(), password, organizationRole };
    create.mutate(body, {
      onSuccess: (user) => {
        announce(`User ${user.email} is created`);
        close();
      },
    });
  }

  return (
    <Dialog opened={opened} onClose={close} title="Create user">
      <form onSubmit={submitted(submit)} autoComplete="off">
        <Stack>
          {create.error && <ProblemAlert error={create.error} />}
          <TextInput name="email" type="email" label="E-mail" required maxLength={254} autoComplete="off" data-autofocus />
          <Group grow>
            <TextInput name="firstName" label="First name" maxLength={100} autoComplete="off" />
            <TextInput name="lastName" label="Last name" maxLength={100} autoComplete="off" />
          </Group>
          <PasswordInput
            name="password"
            label="First password"
            description="At least 10 characters. Send it over a secure channel; the user must change it at the first sign-in."
            minLength={10}
            maxLength={1024}
            required
            autoComplete="new-password"
          />
          <NativeSelect name="organizationRole" label="Role in the organization" data={roleChoices} />
          <FormActions submit="Create user" isWorking={create.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
