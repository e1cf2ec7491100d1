import { Stack } from '@mantine/core';
import { useState } from 'react';
import { type Webhook, useUpdateWebhook } from '../api/webhooks';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { type WebhookDraft, WebhookFields } from './WebhookFields';

interface EditWebhookDialogProps {
  webhook: Webhook;
  opened: boolean;
  onClose: () => void;
}

export function EditWebhookDialog({ webhook, opened, onClose }: EditWebhookDialogProps) {
  const update = useUpdateWebhook();
  const [edited, setEdited] = useState<WebhookDraft>();
  const { id, url, description = '', events, environmentID = '' } = webhook;
  const draft = edited ?? { url, description, events, environmentID };

  function close() {
    update.reset();
    setEdited(undefined);
    onClose();
  }

  function submit() {
    const body = { url: draft.url.trim(), description: draft.description.trim() || null, events: draft.events, environmentID: draft.environmentID || null };
    update.mutate(
      { webhookID: id, body },
      {
        onSuccess: () => {
          announce('The webhook is changed');
          close();
        },
      },
    );
  }

  return (
    <Dialog opened={opened} onClose={close} title="Edit webhook">
      <form onSubmit={submitted(submit)}>
        <Stack>
          {update.error && <ProblemAlert error={update.error} />}
          <WebhookFields draft={draft} onChange={(change) => setEdited({ ...draft, ...change })} />
          <FormActions submit="Save" isWorking={update.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
