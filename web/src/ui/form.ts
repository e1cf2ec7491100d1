import type { FormEvent } from 'react';

export type Fields = Record<string, string>;

// submitted reads a form when it is sent. The fields stay with the browser, which also checks what is required
// and how long it must be, and says so in the person's own language.
export function submitted(onSubmit: (fields: Fields) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields: Fields = {};
    new FormData(event.currentTarget).forEach((value, name) => {
      if (typeof value === 'string') fields[name] = value;
    });
    onSubmit(fields);
  };
}
