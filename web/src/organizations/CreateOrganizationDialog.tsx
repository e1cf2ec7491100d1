import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useCreateOrganization } from '../api/organizations';
import { announce } from '../ui/announce';
import { CopyableText } from '../ui/CopyableText';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QuotaFields, quotasOf } from './QuotaFields';

interface CreateOrganizationDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CreateOrganizationDialog({ opened, onClose }: CreateOrganizationDialogProps) {
  const create = useCreateOrganization();

  function close() {
    create.reset();
    onClose();
  }

  function submit(fields: Fields) {
    const { name = '', subdomain = '', adminEmail = '' } = fields;
    const body = { name: name.trim(), subdomain: subdomain.trim() || undefined, adminEmail: adminEmail.trim(), quotas: quotasOf(fields) };
    create.mutate(body, { onSuccess: ({ organization }) => announce(`Organization ${organization.name} is created`) });
  }

  if (create.data) {
    const { organization, adminEmail, adminPassword = '' } = create.data;
    return (
      <Dialog opened={opened} onClose={close} title={`${organization.name} is created`} closesOnOutsideClick={false}>
        <Stack>
          <Alert variant="outline" icon={<Icon name="info" />}>
            Copy the password of {adminEmail} now. It is shown only once, and must be changed at the first sign-in.
          </Alert>
          <CopyableText label="First password" text={adminPassword} copyLabel="Copy password" hasFocus />
          <Group justify="flex-end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog opened={opened} onClose={close} title="Create organization" size="lg">
      <form onSubmit={submitted(submit)} autoComplete="off">
        <Stack>
          {create.error && <ProblemAlert error={create.error} />}
          <TextInput name="name" label="Name" required maxLength={100} autoComplete="off" data-autofocus />
          <TextInput name="subdomain" label="Subdomain" description="Empty: from the name." maxLength={63} pattern="[a-z0-9\-]*" autoComplete="off" />
          <TextInput name="adminEmail" type="email" label="E-mail of the first administrator" required maxLength={254} autoComplete="off" />
          <QuotaFields />
          <FormActions submit="Create organization" isWorking={create.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
