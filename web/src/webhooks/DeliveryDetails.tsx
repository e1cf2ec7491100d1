import { Text } from '@mantine/core';
import type { Delivery, DeliveryAttempt } from '../api/webhooks';
import { CopyableText } from '../ui/CopyableText';
import { RelativeTime } from '../ui/RelativeTime';
import classes from './Webhooks.module.css';

// DeliveryDetails shows each attempt and the message itself.
export function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  return (
    <div className={classes.details}>
      <ol className={classes.attempts} aria-label="Attempts">
        {delivery.attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
        {delivery.nextAttemptAt && delivery.state === 'waiting' && (
          <li>
            Next attempt <RelativeTime at={delivery.nextAttemptAt} />
          </li>
        )}
      </ol>
      <Text size="xs" c="dimmed">
        webhook-id <code>{delivery.id}</code>
      </Text>
      {delivery.payload && <CopyableText label="Message" text={JSON.stringify(delivery.payload, null, 2)} copyLabel="Copy message" />}
    </div>
  );
}

function Attempt({ attempt: { number, at, status, error, answer, milliseconds } }: { attempt: DeliveryAttempt }) {
  return (
    <li>
      Attempt {number}, <RelativeTime at={at} />: {error ?? (status === undefined ? 'no response' : `status ${status}`)}, {milliseconds} ms
      {answer && <code className={classes.answer}>{answer}</code>}
    </li>
  );
}
