import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { environmentsQuery } from '../api/environments';
import { type WebhookCreate, webhookEvents } from '../api/webhooks';

export interface WebhookDraft {
  url: string;
  description: string;
  events: string[];
  environmentID: string;
}

export const newWebhook: WebhookDraft = { url: '', description: '', events: ['run.failed', 'deploy.failed'], environmentID: '' };

export function webhookBody({ url, description, events, environmentID }: WebhookDraft): WebhookCreate {
  return { url: url.trim(), description: description.trim() || undefined, events, environmentID: environmentID || undefined };
}

interface WebhookFieldsProps {
  draft: WebhookDraft;
  onChange: (change: Partial<WebhookDraft>) => void;
}

export function WebhookFields({ draft, onChange }: WebhookFieldsProps) {
  const environments = useQuery(environmentsQuery()).data ?? [];
  const isAll = draft.events.includes('*');
  return (
    <>
      <TextInput
        label="URL"
        type="url"
        placeholder="https://receiver.example/hook"
        required
        maxLength={2000}
        value={draft.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        label="Description"
        placeholder="Alerts of the data team"
        maxLength={1000}
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        autoComplete="off"
      />
      <NativeSelect
        label="Environment"
        value={draft.environmentID}
        onChange={(event) => onChange({ environmentID: event.currentTarget.value })}
        data={[{ value: '', label: 'All environments' }, ...environments.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <Checkbox
        label="All events, including those of later versions"
        checked={isAll}
        onChange={(event) => onChange({ events: event.currentTarget.checked ? ['*'] : newWebhook.events })}
      />
      {!isAll && (
        <Checkbox.Group
          label="Events"
          description="Without an event, the webhook is notified only by schedules that name it."
          value={draft.events}
          onChange={(events) => onChange({ events })}
        >
          <Stack gap={6} mt={6}>
            {webhookEvents.map((event) => (
              <Checkbox key={event} value={event} label={event} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}
