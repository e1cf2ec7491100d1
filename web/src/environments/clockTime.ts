// clockTime returns a time of day in a time zone, with the date if it is more than a day away.
export function clockTime(at: string, timeZone: string): string {
  const moment = new Date(at);
  const isSoon = Math.abs(moment.getTime() - Date.now()) < 24 * 60 * 60 * 1000;
  const date: Intl.DateTimeFormatOptions = isSoon ? {} : { day: 'numeric', month: 'short' };
  return formatter(timeZone, { ...date, hour: '2-digit', minute: '2-digit' }).format(moment);
}

// A browser may not know every zone of the server; UTC is always right, and the zone is shown next to it.
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC', timeZoneName: 'short' });
  }
}
