import { PasswordInput } from '@mantine/core';
import { Problem } from '../api/problem';
import type { Fields } from '../ui/form';

const minimumLength = 10;

// NewPasswordFields asks for a new password twice. newPasswordOf reads them.
export function NewPasswordFields({ hasFocus }: { hasFocus?: boolean }) {
  return (
    <>
      <PasswordInput
        name="newPassword"
        label="New password"
        description={`At least ${minimumLength} characters.`}
        autoComplete="new-password"
        minLength={minimumLength}
        maxLength={1024}
        required
        withAsterisk={false}
        autoFocus={hasFocus}
      />
      <PasswordInput name="repeated" label="New password, again" autoComplete="new-password" required withAsterisk={false} />
    </>
  );
}

// newPasswordOf returns the new password, or the problem that the two differ.
export function newPasswordOf({ newPassword = '', repeated = '' }: Fields): { password: string; mismatch?: Problem } {
  if (newPassword === repeated) return { password: newPassword };
  return {
    password: '',
    mismatch: new Problem({ status: 400, message: 'the two new passwords differ', hint: 'Type the same new password twice.' }),
  };
}
