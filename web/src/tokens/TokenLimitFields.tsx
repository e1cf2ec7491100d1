import { Stack, Text, TextInput } from '@mantine/core';
import type { TokenCreate, TokenScope } from '../api/types';
import type { Fields } from '../ui/form';
import classes from './TokenLimitFields.module.css';
import { scopeMeanings } from './limits';

// TokenLimitFields are the optional limits of a new token. Without them it can do everything that its owner can, from everywhere and
// for ever.
export function TokenLimitFields() {
  return (
    <details className={classes.limits}>
      <summary>Limits (optional)</summary>
      <Stack mt="sm">
        <fieldset className={classes.scopes}>
          <legend>Scopes</legend>
          <Text size="xs" c="dimmed">
            Without a choice the token can do everything that its owner can.
          </Text>
          {Object.entries(scopeMeanings).map(([scope, meaning]) => (
            <label key={scope} className={classes.scope}>
              <input type="checkbox" name={`scope.${scope}`} />
              {scope}: {meaning}
            </label>
          ))}
        </fieldset>
        <TextInput
          name="addresses"
          label="Addresses"
          description="Addresses or CIDR prefixes of clients, with spaces between them. Empty: all."
          placeholder="203.0.113.0/24 2001:db8::/32"
          autoComplete="off"
        />
        <TextInput name="expiresOn" type="date" label="Last day" description="Empty: it never expires." maw={220} />
      </Stack>
    </details>
  );
}

// tokenBody returns the request for the fields of a form.
export function tokenBody({ name = '', addresses = '', expiresOn = '', ...fields }: Fields): TokenCreate {
  const scopes = Object.keys(scopeMeanings).filter((scope) => fields[`scope.${scope}`] !== undefined) as TokenScope[];
  const prefixes = addresses.split(/[\s,]+/).filter(Boolean);
  return {
    ...(name.trim() && { name: name.trim() }),
    ...(scopes.length > 0 && { scopes }),
    ...(prefixes.length > 0 && { addresses: prefixes }),
    ...(expiresOn && { expiresAt: new Date(`${expiresOn}T23:59:59`).toISOString() }),
  };
}
