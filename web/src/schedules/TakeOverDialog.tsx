import { Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Schedule, useTakeOverSchedule } from '../api/schedules';
import { meQuery } from '../api/session';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';

interface TakeOverDialogProps {
  schedule: Schedule;
  takeOver: ReturnType<typeof useTakeOverSchedule>;
  opened: boolean;
  onClose: () => void;
}

// TakeOverDialog makes the user the owner of a schedule.
export function TakeOverDialog({ schedule, takeOver, opened, onClose }: TakeOverDialogProps) {
  const me = useSuspenseQuery(meQuery).data.user;
  const isOwn = schedule.owner?.id === me.id;

  function close() {
    takeOver.reset();
    onClose();
  }

  function confirm() {
    takeOver.mutate(schedule.id, {
      onSuccess: () => {
        announce(`You own the schedule ${schedule.name}`);
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Take over ${schedule.name}?`}
      action="Take over"
      isHarmless
      error={takeOver.error}
      isWorking={takeOver.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text size="sm">
        {isOwn
          ? 'You already own this schedule.'
          : `The schedule starts runs with your permissions from now on, no longer with those of ${schedule.owner?.email ?? 'its owner'}.`}{' '}
        {schedule.pauseReason && 'It resumes, because the server paused it for its old owner.'}
      </Text>
    </ConfirmDialog>
  );
}
