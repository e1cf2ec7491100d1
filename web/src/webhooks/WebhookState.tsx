import type { Webhook } from '../api/webhooks';
import tones from '../environments/tones.module.css';
import { Icon } from '../ui/Icon';
import { RelativeTime } from '../ui/RelativeTime';

// WebhookState says whether messages arrive.
export function WebhookState({ webhook: { isActive, failingSince } }: { webhook: Webhook }) {
  if (!isActive) {
    return (
      <span className={tones.mark} data-tone="fading">
        <Icon name="canceled" size={15} />
        Paused
      </span>
    );
  }
  if (failingSince) {
    return (
      <span className={tones.mark} data-tone="failed">
        <Icon name="failed" size={15} />
        <span>
          Failing since <RelativeTime at={failingSince} />
        </span>
      </span>
    );
  }
  return (
    <span className={tones.mark} data-tone="idle">
      <Icon name="idle" size={15} />
      Active
    </span>
  );
}
