import { NativeSelect, Stack, Text } from '@mantine/core';
import type { OrganizationRole, User } from '../api/types';
import { useSetOrganizationRole } from '../api/users';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { personName } from '../ui/text';
import { useLast } from '../ui/useLast';
import { roleChoices, roleMeanings, roleNames } from './roles';

interface ChangeRoleDialogProps {
  user: User | undefined;
  onClose: () => void;
}

export function ChangeRoleDialog({ user, onClose }: ChangeRoleDialogProps) {
  const setRole = useSetOrganizationRole();
  const shown = useLast(user);
  if (!shown) return null;

  function close() {
    setRole.reset();
    onClose();
  }

  function submit({ role }: Fields) {
    if (!user) return;
    const chosen = role as OrganizationRole;
    setRole.mutate(
      { userID: user.id, role: chosen },
      {
        onSuccess: () => {
          announce(`${personName(user)} is now ${roleNames[chosen]}`);
          close();
        },
      },
    );
  }

  return (
    <Dialog opened={user !== undefined} onClose={close} title={`Change role of ${personName(shown)}`}>
      <form onSubmit={submitted(submit)}>
        <Stack>
          {setRole.error && <ProblemAlert error={setRole.error} />}
          <NativeSelect
            name="role"
            label="Role in the organization"
            data={roleChoices}
            defaultValue={shown.organizationRole}
            key={shown.id}
            data-autofocus
          />
          <RoleMeanings />
          <FormActions submit="Change role" isWorking={setRole.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}

function RoleMeanings() {
  return roleChoices.map(({ value, label }) => (
    <Text key={value} size="sm" c="dimmed">
      <strong>{label}.</strong> {roleMeanings[value as OrganizationRole]}
    </Text>
  ));
}
