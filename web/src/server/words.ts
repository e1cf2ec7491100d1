const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

// sizeText returns a number of bytes as "12.4 GiB".
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size >= 100 || unit === 0 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

// waitText says how long the oldest has waited; nothing if none waits.
export function waitText(seconds: number): string {
  if (seconds < 1) return '';
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

// workerName shortens the id of a worker.
export const workerName = (worker: string) => worker.slice(0, 8);

export const databaseNames: Record<string, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
