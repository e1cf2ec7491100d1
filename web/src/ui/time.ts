const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const steps: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [hour, minute, 'minute'],
  [day, hour, 'hour'],
  [30 * day, day, 'day'],
  [365 * day, 30 * day, 'month'],
  [Infinity, 365 * day, 'year'],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function relativeTime(moment: Date, now: Date): string {
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  const distance = Math.abs(seconds);
  if (distance < minute) return 'just now';
  for (const [limit, size, unit] of steps) {
    if (distance < limit) return relative.format(Math.trunc(seconds / size), unit);
  }
  return absoluteTime(moment);
}

// absoluteTime always includes the time zone, so that the time is unambiguous.
export function absoluteTime(moment: Date): string {
  return `${absolute.format(moment)} (${zone})`;
}
