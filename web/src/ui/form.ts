import type { FormEvent } from 'react';

export type Fields = Record<string, string>;

// submitted returns a submit handler that reads the fields of the form. The browser validates required fields and
// lengths and shows its messages in the language of the user.
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
