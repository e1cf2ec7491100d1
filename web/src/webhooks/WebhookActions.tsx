import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Webhook, useTestWebhook, useUpdateWebhook } from '../api/webhooks';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { ProblemAlert } from '../ui/ProblemAlert';
import { DeleteWebhookDialog } from './DeleteWebhookDialog';
import { EditWebhookDialog } from './EditWebhookDialog';
import { RotateSecretDialog } from './RotateSecretDialog';

type Asked = 'edit' | 'rotate' | 'delete';

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<Asked>();
  const test = useTestWebhook();
  const update = useUpdateWebhook();
  const close = () => setOpen(undefined);
  const failure = test.error ?? update.error;

  function toggle() {
    const isActive = !webhook.isActive;
    const body = { isActive };
    update.mutate({ webhookID: webhook.id, body }, { onSuccess: () => announce(`The webhook is ${isActive ? 'resumed' : 'paused'}`) });
  }

  return (
    <>
      <Button
        size="xs"
        loading={test.isPending}
        onClick={() => test.mutate(webhook.id, { onSuccess: () => announce('A test message is sent') })}
      >
        Send a test
      </Button>
      <Button size="xs" variant="default" loading={update.isPending} onClick={toggle}>
        {webhook.isActive ? 'Pause' : 'Resume'}
      </Button>
      <Button size="xs" variant="default" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button size="xs" variant="default" onClick={() => setOpen('rotate')}>
        Rotate secret
      </Button>
      <Button size="xs" variant="subtle" color="red" onClick={() => setOpen('delete')}>
        Delete webhook
      </Button>
      <EditWebhookDialog webhook={webhook} opened={open === 'edit'} onClose={close} />
      <RotateSecretDialog webhook={webhook} opened={open === 'rotate'} onClose={close} />
      <DeleteWebhookDialog webhook={webhook} opened={open === 'delete'} onClose={close} />
      <Dialog
        opened={failure != null}
        title={test.error ? 'The test was not sent' : 'The webhook was not changed'}
        onClose={() => {
          test.reset();
          update.reset();
        }}
      >
        {failure && <ProblemAlert error={failure} />}
      </Dialog>
    </>
  );
}
