import { useEffect, useState } from 'react';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const two = (value: number) => String(value).padStart(2, '0');

// formatDuration returns a duration such as "340 ms", "7 s", "2 m 02 s" or "1 h 05 m".
export function formatDuration(milliseconds: number): string {
  if (milliseconds < second) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (milliseconds < 10 * second) return `${(milliseconds / second).toFixed(1)} s`;
  if (milliseconds < minute) return `${Math.floor(milliseconds / second)} s`;
  if (milliseconds < hour) return `${Math.floor(milliseconds / minute)} m ${two(Math.floor((milliseconds % minute) / second))} s`;
  return `${Math.floor(milliseconds / hour)} h ${two(Math.floor((milliseconds % hour) / minute))} m`;
}

export interface Span {
  start?: string;
  end?: string;
}

// spanDuration returns how long something takes or took, in milliseconds; undefined before its start.
export function spanDuration({ start, end }: Span, now: number): number | undefined {
  if (!start) return undefined;
  return Math.max(0, (end ? Date.parse(end) : now) - Date.parse(start));
}

export function durationText(span: Span, now: number): string {
  const duration = spanDuration(span, now);
  return duration === undefined ? '–' : formatDuration(duration);
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

// clockTime returns the time of day. The page names the zone once.
export const clockTime = (at: string | number) => clock.format(new Date(at));

export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

// useClock returns the current time in milliseconds, every half second while something moves.
export function useClock(isMoving: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
