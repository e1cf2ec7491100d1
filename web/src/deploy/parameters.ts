// parsedParameters returns the object of a JSON text, or what is wrong with the text.
export function parsedParameters(text: string): { value?: Record<string, unknown>; problem?: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'Write an object, such as {"day": "2026-01-31"}.' };
  }
  return { value: value as Record<string, unknown> };
}

export const formattedParameters = (value: unknown) => JSON.stringify(value ?? {}, undefined, 2);
