import { Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type GitAccount, useCreateGitAccount, useUpdateGitAccount } from '../api/gitAccounts';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { useLast } from '../ui/useLast';

interface GitAccountDialogProps {
  // The account to change, or a new one; absent while the dialog is closed.
  account: GitAccount | 'new' | undefined;
  accountOwner: string | undefined;
  onClose: () => void;
}

export function GitAccountDialog({ account, accountOwner, onClose }: GitAccountDialogProps) {
  const create = useCreateGitAccount(accountOwner);
  const update = useUpdateGitAccount(accountOwner);
  const shown = useLast(account);
  const old = shown === 'new' ? undefined : shown;
  const error = create.error ?? update.error;

  function close() {
    create.reset();
    update.reset();
    onClose();
  }

  function submit({ gitAccountName = '', gitUsername = '', gitAuthorName = '', gitAuthorEmail = '', gitToken = '', provider = '' }: Fields) {
    const body = { gitAccountName, gitUsername, gitAuthorName, gitAuthorEmail, ...(provider && { provider }) };
    const onSuccess = () => {
      announce(`Git account ${gitAccountName} is saved`);
      close();
    };
    if (old) update.mutate({ gitAccountID: old.id, body: gitToken ? { ...body, gitToken } : body }, { onSuccess });
    else create.mutate({ ...body, gitToken }, { onSuccess });
  }

  return (
    <Dialog opened={account !== undefined} onClose={close} title={old ? `Edit ${old.gitAccountName}` : 'Create git account'}>
      <form key={old?.id} onSubmit={submitted(submit)} autoComplete="off">
        <Stack>
          {error && <ProblemAlert error={error} />}
          <TextInput name="gitAccountName" label="Name" placeholder="Work" defaultValue={old?.gitAccountName} required maxLength={200} data-autofocus />
          <Group grow>
            <TextInput name="gitUsername" label="User name" defaultValue={old?.gitUsername} required autoComplete="off" />
            <TextInput name="provider" label="Provider" placeholder="github" defaultValue={old?.provider} autoComplete="off" />
          </Group>
          <PasswordInput
            name="gitToken"
            label="Token"
            description={old ? 'Empty: keep the stored token.' : 'A personal access token of the git server with read and write access.'}
            required={!old}
            autoComplete="new-password"
          />
          <Group grow align="flex-start">
            <TextInput name="gitAuthorName" label="Author name" defaultValue={old?.gitAuthorName} required autoComplete="off" />
            <TextInput name="gitAuthorEmail" label="Author e-mail" type="email" defaultValue={old?.gitAuthorEmail} required autoComplete="off" />
          </Group>
          <FormActions submit={old ? 'Save' : 'Create git account'} isWorking={create.isPending || update.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
