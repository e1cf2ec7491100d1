import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { environmentQuery, useDeleteEnvironment } from '../api/environments';
import type { Environment } from '../api/types';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { counted } from '../ui/text';
import { useLast } from '../ui/useLast';

interface DeleteEnvironmentDialogProps {
  environment: { id: string; name: string } | undefined;
  onClose: () => void;
}

export function DeleteEnvironmentDialog({ environment, onClose }: DeleteEnvironmentDialogProps) {
  const remove = useDeleteEnvironment();
  const shown = useLast(environment);
  const details = useQuery({ ...environmentQuery(environment?.id ?? ''), enabled: environment !== undefined });

  function close() {
    remove.reset();
    onClose();
  }

  function confirm() {
    if (!environment) return;
    remove.mutate(environment.id, {
      onSuccess: () => {
        announce(`Environment ${environment.name} is deleted`);
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={environment !== undefined}
      title={`Delete environment ${shown?.name ?? ''}?`}
      action="Delete environment"
      error={remove.error}
      isWorking={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text size="sm">{losses(details.data)}</Text>
      <Text size="sm">Scripts and schedules that name environment {shown?.id} will get “not found”. This cannot be undone.</Text>
    </ConfirmDialog>
  );
}

function losses(environment: Environment | undefined): string {
  if (!environment) return 'Its settings, storage mappings, parameters and record of deployments are lost.';
  const mappings = counted(Object.keys(environment.currentMappings).length, 'storage mapping');
  const parameters = counted(Object.keys(environment.runTimeParameters).length, 'parameter');
  const deployment = environment.deployedCommit ? ` and the record of deployed commit ${environment.deployedCommit.slice(0, 8)}` : '';
  return `Its settings, ${mappings}, ${parameters}${deployment} are lost.`;
}
