import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type GitAccount, useDeleteGitAccount } from '../api/gitAccounts';
import { projectsQuery } from '../api/projects';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { counted } from '../ui/text';
import { useLast } from '../ui/useLast';

interface DeleteGitAccountDialogProps {
  account: GitAccount | undefined;
  accountOwner: string | undefined;
  onClose: () => void;
}

export function DeleteGitAccountDialog({ account, accountOwner, onClose }: DeleteGitAccountDialogProps) {
  const remove = useDeleteGitAccount(accountOwner);
  const shown = useLast(account);
  const projects = (useQuery(projectsQuery).data ?? []).filter(({ gitAccountID }) => gitAccountID === shown?.id).length;

  function close() {
    remove.reset();
    onClose();
  }

  function confirm() {
    if (!account) return;
    remove.mutate(account.id, {
      onSuccess: () => {
        announce(`Git account ${account.gitAccountName} is deleted`);
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={account !== undefined}
      title={`Delete git account ${shown?.gitAccountName ?? ''}?`}
      action="Delete git account"
      error={remove.error}
      isWorking={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text size="sm">
        1 stored token is lost. {projects > 0 ? `${counted(projects, 'project')} can no longer pull and push with it.` : 'No project that you see uses it.'}{' '}
        Repositories do not change.
      </Text>
    </ConfirmDialog>
  );
}
