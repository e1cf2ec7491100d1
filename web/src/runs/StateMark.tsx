import { Icon } from '../ui/Icon';
import type { Look } from './status';
import tones from './tones.module.css';

interface StateMarkProps {
  look: Look;
  isBadge?: boolean;
}

// StateMark shows a state with its icon, word and color.
export function StateMark({ look, isBadge }: StateMarkProps) {
  return (
    <span className={`${tones.tone} ${tones.mark} ${isBadge ? tones.badge : ''}`} data-tone={look.tone}>
      <Icon name={look.icon} size={16} />
      {look.label}
    </span>
  );
}
