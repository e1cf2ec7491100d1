// propertiesText returns properties, which may be a text or an object, as text.
export function propertiesText(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object') return value === undefined || value === null ? undefined : String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}=${String(one)}`)
    .join(', ');
}
