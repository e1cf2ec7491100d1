import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Schedule, firingsQuery, useDeleteSchedule } from '../api/schedules';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { counted } from '../ui/text';

interface DeleteScheduleDialogProps {
  schedule: Schedule;
  project: string | undefined;
  opened: boolean;
  onClose: () => void;
}

export function DeleteScheduleDialog({ schedule, project, opened, onClose }: DeleteScheduleDialogProps) {
  const remove = useDeleteSchedule();
  const navigate = useNavigate();
  const firings = useInfiniteQuery(firingsQuery(schedule.id)).data?.pages[0]?.total ?? 0;

  function close() {
    remove.reset();
    onClose();
  }

  function confirm() {
    remove.mutate(schedule.id, {
      onSuccess: () => {
        announce(`Schedule ${schedule.name} is deleted`);
        if (project) {
          const params = { projectID: project, environmentID: schedule.environmentID };
          void navigate({ to: '/projects/$projectID/environments/$environmentID', params, search: { tab: 'schedules' }, ignoreBlocker: true });
        } else void navigate({ to: '/deploy', ignoreBlocker: true });
      },
    });
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete schedule ${schedule.name}?`}
      action="Delete schedule"
      error={remove.error}
      isWorking={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text size="sm">
        It starts no more runs, and its history of {counted(firings, 'firing')} is lost. The runs that it started stay. Schedules that fire
        after it no longer fire. This cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
