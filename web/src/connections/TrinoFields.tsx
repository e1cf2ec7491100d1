import { Group, PasswordInput, TextInput } from '@mantine/core';
import { propertiesText } from './properties';

interface TrinoFieldsProps {
  // The settings to change; absent for a new connection.
  settings?: Record<string, unknown>;
  hasSecret?: boolean;
}

export function TrinoFields({ settings = {}, hasSecret }: TrinoFieldsProps) {
  const text = (name: string) => (settings[name] === undefined ? undefined : String(settings[name]));
  const stored = hasSecret ? 'stored' : undefined;
  return (
    <>
      <TextInput name="url" label="URL" placeholder="https://trino.example.com:8443" defaultValue={text('url')} required autoComplete="off" />
      <Group grow align="flex-end">
        <TextInput name="user" label="User" defaultValue={text('user')} required autoComplete="off" />
        <TextInput name="catalog" label="Catalog" placeholder="iceberg" defaultValue={text('catalog')} required autoComplete="off" />
      </Group>
      <Group grow align="flex-end">
        <PasswordInput name="password" label="Password" placeholder={stored} autoComplete="new-password" />
        <PasswordInput name="token" label="Or token (JWT)" placeholder={stored} autoComplete="new-password" />
      </Group>
      <TextInput
        name="sessionProperties"
        label="Session properties"
        description="Separated by commas."
        placeholder="query_max_run_time=1h, iceberg.target_max_file_size=256MB"
        defaultValue={propertiesText(settings.sessionProperties)}
        autoComplete="off"
      />
    </>
  );
}
