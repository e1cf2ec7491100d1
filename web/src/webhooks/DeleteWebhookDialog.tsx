import { Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { schedulesQuery } from '../api/schedules';
import { type Webhook, deliveriesQuery, useDeleteWebhook } from '../api/webhooks';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { counted } from '../ui/text';

interface DeleteWebhookDialogProps {
  webhook: Webhook;
  opened: boolean;
  onClose: () => void;
}

export function DeleteWebhookDialog({ webhook, opened, onClose }: DeleteWebhookDialogProps) {
  const remove = useDeleteWebhook();
  const navigate = useNavigate();
  const deliveries = useInfiniteQuery(deliveriesQuery(webhook.id)).data?.pages[0]?.total ?? 0;
  const schedules = (useQuery(schedulesQuery).data ?? []).filter(({ notifications }) =>
    notifications.some(({ webhookID }) => webhookID === webhook.id),
  ).length;

  function close() {
    remove.reset();
    onClose();
  }

  function confirm() {
    remove.mutate(webhook.id, {
      onSuccess: () => {
        announce('The webhook is deleted');
        void navigate({ to: '/admin/webhooks' });
      },
    });
  }

  return (
    <ConfirmDialog
      opened={opened}
      title="Delete the webhook?"
      action="Delete webhook"
      error={remove.error}
      isWorking={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <Text size="sm">
        Its secret and its log of {counted(deliveries, 'delivery', 'deliveries')} are lost, and messages that wait are not sent.{' '}
        {schedules > 0 && `${counted(schedules, 'schedule')} no longer ${schedules === 1 ? 'notifies' : 'notify'} it. `}
        This cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
