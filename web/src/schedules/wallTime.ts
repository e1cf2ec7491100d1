// A browser may not know every zone of the server; then times are in UTC, and say so.
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC', timeZoneName: 'short' });
  }
}

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

// dayAndTime returns "Mon 16 Nov, 06:30" in a time zone.
export function dayAndTime(at: string, timeZone: string): string {
  return formatter(timeZone, { weekday: 'short', day: 'numeric', month: 'short', ...clock })
    .format(new Date(at))
    .replace(/^(\w+), /, '$1 ');
}

export const timeIn = (at: string, timeZone: string) => formatter(timeZone, clock).format(new Date(at));

export const dateIn = (at: string, timeZone: string) =>
  formatter(timeZone, { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(at));

export function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-GB', { timeZone }));
  } catch {
    return false;
  }
}

export const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];

// untilText returns how long it is until a moment: "6 h 42 min".
export function untilText(at: string, now: Date): string {
  const minutes = Math.max(0, Math.ceil((Date.parse(at) - now.getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.floor(minutes / (24 * 60))} days`;
}
