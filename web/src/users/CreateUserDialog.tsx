import { Checkbox, Group, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PasswordLink, useCreatePasswordLink } from '../api/passwordLinks';
import { serverQuery } from '../api/server';
import { useCreateUser } from '../api/users';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { SegmentChoice } from '../ui/SegmentChoice';
import { PasswordLinkView } from './PasswordLinkView';
import { roleChoices } from './roles';

type Start = 'link' | 'password';

const starts: { value: Start; label: string }[] = [
  { value: 'link', label: 'Invite with a link' },
  { value: 'password', label: 'Set a first password' },
];

interface CreateUserDialogProps {
  opened: boolean;
  onClose: () => void;
}

// CreateUserDialog creates a user, who chooses a password with a link or gets a first one from the administrator.
export function CreateUserDialog({ opened, onClose }: CreateUserDialogProps) {
  const create = useCreateUser();
  const invite = useCreatePasswordLink();
  const sendsMail = useQuery(serverQuery).data?.sendsMail;
  const [start, setStart] = useState<Start>('link');
  const [link, setLink] = useState<PasswordLink>();
  const error = create.error ?? invite.error;

  function close() {
    setLink(undefined);
    create.reset();
    invite.reset();
    onClose();
  }

  // If the link fails, the user exists already: sending the form again only creates the link.
  function createLink(userID: string, mail: boolean) {
    invite.mutate(
      { userID, mail },
      {
        onSuccess: (created) => {
          setLink(created);
          announce(created.url ? 'The link is ready. Copy it now.' : `The link was sent to ${created.sentTo}`);
        },
      },
    );
  }

  function submit({ email = '', firstName = '', lastName = '', password, organizationRole, mail }: Fields) {
    const isMailed = mail !== undefined;
    if (create.data) {
      createLink(create.data.id, isMailed);
      return;
    }
    const body = { email: email.trim(), firstName: firstName.trim(), lastName: lastName.trim(), password, organizationRole };
    create.mutate(body, {
      onSuccess: (user) => {
        announce(`User ${user.email} is created`);
        if (start === 'link') createLink(user.id, isMailed);
        else close();
      },
    });
  }

  return (
    <Dialog opened={opened} onClose={close} title={link ? 'The user is invited' : 'Create user'} closesOnOutsideClick={!link}>
      {link ? (
        <PasswordLinkView link={link} onDone={close} />
      ) : (
        <form onSubmit={submitted(submit)} autoComplete="off">
          <Stack>
            {error && <ProblemAlert error={error} />}
            <TextInput name="email" type="email" label="E-mail" required maxLength={254} autoComplete="off" readOnly={create.isSuccess} data-autofocus />
            <Group grow>
              <TextInput name="firstName" label="First name" maxLength={100} autoComplete="off" readOnly={create.isSuccess} />
              <TextInput name="lastName" label="Last name" maxLength={100} autoComplete="off" readOnly={create.isSuccess} />
            </Group>
            <NativeSelect name="organizationRole" label="Role in the organization" data={roleChoices} />
            <SegmentChoice label="How the user gets a password" value={start} options={starts} disabled={create.isSuccess} onChange={setStart} />
            {start === 'password' && (
              <PasswordInput
                name="password"
                label="First password"
                description="At least 10 characters. Send it over a secure channel; the user must change it at the first sign-in."
                minLength={10}
                maxLength={1024}
                required
                autoComplete="new-password"
              />
            )}
            {start === 'link' && sendsMail && <Checkbox name="mail" label="Send the link by mail" defaultChecked />}
            <FormActions submit={create.isSuccess ? 'Create link' : 'Create user'} isWorking={create.isPending || invite.isPending} onCancel={close} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
