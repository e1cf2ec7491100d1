import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type AdministeredOrganization, useDeleteOrganization } from '../api/organizations';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { ProblemAlert } from '../ui/ProblemAlert';
import { counted } from '../ui/text';

interface DeleteOrganizationDialogProps {
  organization: AdministeredOrganization | undefined;
  onClose: () => void;
}

export function DeleteOrganizationDialog({ organization, onClose }: DeleteOrganizationDialogProps) {
  if (!organization) return null;
  return <DeleteForm key={organization.id} organization={organization} onClose={onClose} />;
}

// DeleteForm asks for the name, because everything of the organization is lost.
function DeleteForm({ organization, onClose }: { organization: AdministeredOrganization; onClose: () => void }) {
  const remove = useDeleteOrganization();
  const [typed, setTyped] = useState('');
  const { id, name, use } = organization;

  function submit({ withData }: Fields) {
    remove.mutate(
      { organizationID: id, confirm: typed, withData: withData !== undefined },
      {
        onSuccess: () => {
          announce(`Organization ${name} is deleted`);
          onClose();
        },
      },
    );
  }

  return (
    <Dialog opened onClose={onClose} title={`Delete ${name}?`}>
      <form onSubmit={submitted(submit)} autoComplete="off">
        <Stack>
          <Text size="sm">
            {counted(use.users, 'user')}, {counted(use.projects, 'project')} and {counted(use.environments, 'environment')} are lost, with all
            runs and the audit log. This cannot be undone. Data in other databases than the embedded DuckDB stays.
          </Text>
          <Checkbox name="withData" label="Remove its files of embedded DuckDB too" />
          <TextInput
            label={`Type ${name} to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          {remove.error && <ProblemAlert error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red.9" disabled={typed !== name} loading={remove.isPending}>
              Delete organization
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
