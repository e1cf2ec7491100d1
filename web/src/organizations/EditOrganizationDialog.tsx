import { Stack, Text, TextInput } from '@mantine/core';
import { type AdministeredOrganization, useUpdateOrganization } from '../api/organizations';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QuotaFields, quotasOf } from './QuotaFields';

interface EditOrganizationDialogProps {
  organization: AdministeredOrganization | undefined;
  onClose: () => void;
}

export function EditOrganizationDialog({ organization, onClose }: EditOrganizationDialogProps) {
  const update = useUpdateOrganization();
  if (!organization) return null;

  function close() {
    update.reset();
    onClose();
  }

  function submit(fields: Fields) {
    if (!organization) return;
    const { name = '', subdomain = '' } = fields;
    const body = { name: name.trim(), subdomain: subdomain.trim(), quotas: quotasOf(fields) };
    update.mutate(
      { organizationID: organization.id, body },
      {
        onSuccess: (changed) => {
          announce(`Organization ${changed.name} is saved`);
          close();
        },
      },
    );
  }

  return (
    <Dialog opened onClose={close} title={`Edit ${organization.name}`} size="lg">
      <form onSubmit={submitted(submit)} autoComplete="off">
        <Stack>
          {update.error && <ProblemAlert error={update.error} />}
          <TextInput name="name" label="Name" required maxLength={100} defaultValue={organization.name} autoComplete="off" data-autofocus />
          <TextInput
            name="subdomain"
            label="Subdomain"
            description="A new one changes the address of the organization at once, also for its identity provider."
            required
            maxLength={63}
            pattern="[a-z0-9\-]+"
            defaultValue={organization.subdomain}
            autoComplete="off"
          />
          <QuotaFields quotas={organization.quotas} />
          <Text size="sm" c="dimmed">
            Beyond its quotas an organization cannot create users, its further runs wait, and with too much storage no run starts.
          </Text>
          <FormActions submit="Save" isWorking={update.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
