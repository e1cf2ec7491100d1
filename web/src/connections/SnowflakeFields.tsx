import { Group, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { propertiesText } from './properties';

interface SnowflakeFieldsProps {
  // The settings to change; absent for a new connection.
  settings?: Record<string, unknown>;
  hasSecret?: boolean;
}

export function SnowflakeFields({ settings = {}, hasSecret }: SnowflakeFieldsProps) {
  const text = (name: string) => (settings[name] === undefined ? undefined : String(settings[name]));
  const stored = hasSecret ? 'stored' : undefined;
  return (
    <>
      <Group grow align="flex-end">
        <TextInput name="account" label="Account" placeholder="myorganization-myaccount" defaultValue={text('account')} required autoComplete="off" />
        <TextInput name="host" label="Host (for a private link)" defaultValue={text('host')} autoComplete="off" />
      </Group>
      <Group grow align="flex-end">
        <TextInput name="user" label="User" defaultValue={text('user')} required autoComplete="off" />
        <TextInput name="role" label="Role" defaultValue={text('role')} autoComplete="off" />
      </Group>
      <Group grow align="flex-end">
        <TextInput name="warehouse" label="Warehouse" defaultValue={text('warehouse')} autoComplete="off" />
        <TextInput name="database" label="Database" defaultValue={text('database')} required autoComplete="off" />
        <TextInput name="schema" label="Schema" defaultValue={text('schema')} autoComplete="off" />
      </Group>
      <PasswordInput name="password" label="Password" placeholder={stored} autoComplete="new-password" />
      <Textarea
        name="privateKey"
        label="Or private key"
        description="RSA, in PEM format (PKCS #8)."
        placeholder={stored ?? '-----BEGIN ENCRYPTED PRIVATE KEY-----'}
        autosize
        minRows={2}
        maxRows={6}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput name="privateKeyPassphrase" label="Passphrase of the key" placeholder={stored} autoComplete="new-password" />
      <TextInput name="queryTag" label="Query tag" placeholder="millrace" defaultValue={text('queryTag')} autoComplete="off" />
      <TextInput
        name="sessionParameters"
        label="Session parameters"
        description="Separated by commas."
        placeholder="WEEK_START=1, USE_CACHED_RESULT=false"
        defaultValue={propertiesText(settings.sessionParameters)}
        autoComplete="off"
      />
    </>
  );
}
