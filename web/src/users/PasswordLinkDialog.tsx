import { Checkbox, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PasswordLink, useCreatePasswordLink } from '../api/passwordLinks';
import { serverQuery } from '../api/server';
import { meQuery } from '../api/session';
import { useConfirmPassword } from '../api/sessions';
import type { User } from '../api/types';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { personName } from '../ui/text';
import { useLast } from '../ui/useLast';
import { useNow } from '../ui/useNow';
import { PasswordLinkView } from './PasswordLinkView';

interface PasswordLinkDialogProps {
  user: User | undefined;
  onClose: () => void;
}

// PasswordLinkDialog creates a link with which a user chooses a password. Only its state contains the link, so closing the dialog
// removes it from the browser.
export function PasswordLinkDialog({ user, onClose }: PasswordLinkDialogProps) {
  const shown = useLast(user);
  const create = useCreatePasswordLink();
  const confirm = useConfirmPassword();
  const session = useQuery(meQuery).data?.session;
  const now = useNow();
  const needsPassword = session !== undefined && new Date(session.confirmedUntil) < now;
  const sendsMail = useQuery(serverQuery).data?.sendsMail;
  const [link, setLink] = useState<PasswordLink>();
  if (!shown) return null;

  function close() {
    setLink(undefined);
    create.reset();
    confirm.reset();
    onClose();
  }

  function submit({ mail, password }: Fields) {
    const isMailed = mail !== undefined;
    if (needsPassword) confirm.mutate(password ?? '', { onSuccess: () => createLink(isMailed) });
    else createLink(isMailed);
  }

  function createLink(isMailed: boolean) {
    if (!user) return;
    create.mutate(
      { userID: user.id, mail: isMailed },
      {
        onSuccess: (created) => {
          setLink(created);
          announce(created.url ? 'The link is ready. Copy it now.' : `The link was sent to ${created.sentTo}`);
        },
      },
    );
  }

  return (
    <Dialog opened={user !== undefined} onClose={close} title={`Password link for ${personName(shown)}`} size="lg" closesOnOutsideClick={!link}>
      {link ? (
        <PasswordLinkView link={link} onDone={close} />
      ) : (
        <form onSubmit={submitted(submit)}>
          <Stack>
            {(confirm.error ?? create.error) && <ProblemAlert error={confirm.error ?? create.error} />}
            <Text size="sm">
              With the link {personName(shown)} chooses a password. The current password, if there is one, stays valid until then. Using the
              link signs the user out everywhere and revokes the access tokens.
            </Text>
            {sendsMail && <Checkbox name="mail" label={`Send the link to ${shown.email}`} defaultChecked />}
            {needsPassword && (
              <PasswordInput
                name="password"
                label="Your password"
                description="You signed in more than 15 minutes ago."
                autoComplete="current-password"
                required
              />
            )}
            <FormActions submit="Create link" isWorking={create.isPending || confirm.isPending} onCancel={close} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
