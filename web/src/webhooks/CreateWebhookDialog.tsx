import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useCreateWebhook } from '../api/webhooks';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { NewSecretView } from './NewSecretView';
import { WebhookFields, newWebhook, webhookBody } from './WebhookFields';

interface CreateWebhookDialogProps {
  opened: boolean;
  onClose: () => void;
}

// CreateWebhookDialog shows the secret of the new webhook, once.
export function CreateWebhookDialog({ opened, onClose }: CreateWebhookDialogProps) {
  const create = useCreateWebhook();
  const [draft, setDraft] = useState(newWebhook);

  function close() {
    create.reset();
    setDraft(newWebhook);
    onClose();
  }

  const secret = create.data?.secret;
  return (
    <Dialog opened={opened} onClose={close} title={secret ? 'The new webhook' : 'Create webhook'} closesOnOutsideClick={!secret}>
      {secret ? (
        <NewSecretView secret={secret} onDone={close} />
      ) : (
        <form onSubmit={submitted(() => create.mutate(webhookBody(draft), { onSuccess: () => announce('The webhook is created') }))}>
          <Stack>
            {create.error && <ProblemAlert error={create.error} />}
            <WebhookFields draft={draft} onChange={(change) => setDraft((old) => ({ ...old, ...change }))} />
            <FormActions submit="Create webhook" isWorking={create.isPending} onCancel={close} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
