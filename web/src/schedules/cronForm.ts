// The expressions that the form can show. Every other expression stays text.
export type CronForm =
  | { kind: 'days'; days: number[]; time: string }
  | { kind: 'hourly'; minute: number }
  | { kind: 'minutes'; every: number };

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const cronNames = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const everyDay = [0, 1, 2, 3, 4, 5, 6];

// formOf reads an expression; undefined if the form cannot show it.
export function formOf(cron: string): CronForm | undefined {
  const fields = cron.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  if (fields.length !== 5 || day !== '*' || month !== '*') return undefined;
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (step && hour === '*' && weekday === '*' && 60 % Number(step) === 0) return { kind: 'minutes', every: Number(step) };
  const minuteNumber = whole(minute, 59);
  if (minuteNumber === undefined) return undefined;
  if (hour === '*') return weekday === '*' ? { kind: 'hourly', minute: minuteNumber } : undefined;
  const hourNumber = whole(hour, 23);
  const days = daysOf(weekday);
  if (hourNumber === undefined || !days) return undefined;
  return { kind: 'days', days, time: `${twoDigits(hourNumber)}:${twoDigits(minuteNumber)}` };
}

// cronOf writes the expression of a form.
export function cronOf(form: CronForm): string {
  switch (form.kind) {
    case 'minutes':
      return `*/${form.every} * * * *`;
    case 'hourly':
      return `${form.minute} * * * *`;
    case 'days': {
      const [hour = '0', minute = '0'] = form.time.split(':');
      return `${Number(minute)} ${Number(hour)} * * ${weekdayField(form.days)}`;
    }
  }
}

function weekdayField(days: number[]): string {
  const sorted = days.toSorted((a, b) => a - b);
  if (sorted.length === 0 || sorted.length === 7) return '*';
  const [first = 0] = sorted;
  const last = sorted.at(-1) ?? 0;
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${cronNames[first]}-${cronNames[last]}`;
  return sorted.map((day) => cronNames[day]).join(',');
}

// daysOf reads a field of weekdays as numbers from Monday, 0, to Sunday.
function daysOf(field: string): number[] | undefined {
  if (field === '*') return everyDay;
  const days: number[] = [];
  for (const part of field.split(',')) {
    const [from = '', to = from, rest] = part.split('-');
    const first = dayOf(from);
    const last = dayOf(to);
    if (first === undefined || last === undefined || last < first || rest !== undefined) return undefined;
    for (let day = first; day <= last; day++) days.push(day);
  }
  return [...new Set(days)].toSorted((a, b) => a - b);
}

function dayOf(text: string): number | undefined {
  const named = cronNames.indexOf(text.toUpperCase());
  if (named >= 0) return named;
  const number = whole(text, 7);
  return number === undefined ? undefined : (number + 6) % 7;
}

function whole(text: string, most: number): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

// cronWords says when an expression is due: "on weekdays at 06:30".
export function cronWords(cron: string): string {
  const form = formOf(cron);
  if (!form) return `by cron ${cron}`;
  if (form.kind === 'minutes') return `every ${form.every} minutes`;
  if (form.kind === 'hourly') return `every hour at minute ${form.minute}`;
  return `${dayWords(form.days)} at ${form.time}`;
}

function dayWords(days: number[]): string {
  const text = days.join('');
  if (text === '0123456') return 'every day';
  if (text === '01234') return 'on weekdays';
  return `on ${days.map((day) => weekdays[day]).join(', ')}`;
}
