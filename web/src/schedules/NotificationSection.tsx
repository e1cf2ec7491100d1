import { Button, Checkbox, Group, NativeSelect, Text, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ScheduleNotification } from '../api/schedules';
import { meQuery } from '../api/session';
import { type Webhook, webhooksQuery } from '../api/webhooks';
import { Panel } from '../ui/Panel';
import { counted } from '../ui/text';
import classes from './Schedule.module.css';

interface NotificationSectionProps {
  notifications: ScheduleNotification[];
  onChange: (notifications: ScheduleNotification[]) => void;
}

const outcomes = ['failed', 'completed', 'canceled'] as const;

// NotificationSection chooses the webhooks that are notified of the ends of firings. Only administrators see webhooks.
export function NotificationSection({ notifications, onChange }: NotificationSectionProps) {
  const isAdministrator = useSuspenseQuery(meQuery).data.permissions.includes('webhooks.manage');
  const webhooks = useQuery({ ...webhooksQuery, enabled: isAdministrator }).data ?? [];
  const unused = webhooks.filter(({ id }) => !notifications.some(({ webhookID }) => webhookID === id));
  if (!isAdministrator && notifications.length === 0) return null;
  return (
    <Panel>
      <section className={classes.card} aria-labelledby="notify-title">
        <Title order={2} size="h4" id="notify-title">
          Notifications
        </Title>
        {isAdministrator ? (
          <>
            {notifications.map((notification) => (
              <Entry
                key={notification.webhookID}
                notification={notification}
                webhook={webhooks.find(({ id }) => id === notification.webhookID)}
                onChange={(changed) => onChange(notifications.map((old) => (old === notification ? changed : old)))}
                onRemove={() => onChange(notifications.filter((old) => old !== notification))}
              />
            ))}
            <NativeSelect
              aria-label="Notify a webhook"
              value=""
              disabled={unused.length === 0}
              onChange={(event) => event.currentTarget.value && onChange([...notifications, { webhookID: event.currentTarget.value, on: ['failed'] }])}
              data={[
                { value: '', label: unused.length > 0 ? 'Notify a webhook…' : webhooks.length === 0 ? 'There are no webhooks' : 'All webhooks are notified' },
                ...unused.map((webhook) => ({ value: webhook.id, label: webhookName(webhook) })),
              ]}
              maw={320}
            />
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {counted(notifications.length, 'webhook')} notified when a firing ends. Only administrators of the organization can change this.
          </Text>
        )}
      </section>
    </Panel>
  );
}

interface EntryProps {
  notification: ScheduleNotification;
  webhook: Webhook | undefined;
  onChange: (notification: ScheduleNotification) => void;
  onRemove: () => void;
}

function Entry({ notification, webhook, onChange, onRemove }: EntryProps) {
  const on = notification.on ?? ['failed'];
  const name = webhook ? webhookName(webhook) : notification.webhookID;
  return (
    <Checkbox.Group label={name} value={on} onChange={(chosen) => chosen.length > 0 && onChange({ ...notification, on: chosen as typeof on })}>
      <Group gap="md" mt={6}>
        {outcomes.map((outcome) => (
          <Checkbox key={outcome} value={outcome} label={outcome} />
        ))}
        <Button size="compact-xs" variant="subtle" color="red" aria-label={`Do not notify ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </Group>
    </Checkbox.Group>
  );
}

const webhookName = ({ description, url }: Webhook) => description || url;
