import type { HealthStatus } from '../api/overviews';
import { Icon } from '../ui/Icon';
import { Tooltip } from '../ui/Tooltip';
import { healthLooks } from './health';
import classes from './tones.module.css';

// HealthMark shows a health as icon, word and color.
export function HealthMark({ status }: { status: HealthStatus }) {
  const { word, tone, icon, meaning } = healthLooks[status];
  return (
    <Tooltip label={meaning}>
      <span className={classes.mark} data-tone={tone}>
        <Icon name={icon} size={14} />
        {word}
      </span>
    </Tooltip>
  );
}
