import { absoluteTime, relativeTime } from './time';
import { useNow } from './useNow';
import { Tooltip } from './Tooltip';

// RelativeTime shows a relative time; a tooltip has the exact time with its zone.
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const moment = new Date(at);
  return (
    <Tooltip label={absoluteTime(moment)}>
      <time dateTime={at}>{relativeTime(moment, now)}</time>
    </Tooltip>
  );
}
