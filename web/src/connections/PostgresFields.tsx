import { Group, NativeSelect, PasswordInput, TextInput } from '@mantine/core';

const sslModes = ['prefer', 'require', 'verify-ca', 'verify-full', 'disable'];

interface PostgresFieldsProps {
  // The settings to change; absent for a new connection.
  settings?: Record<string, unknown>;
  hasPassword?: boolean;
}

export function PostgresFields({ settings = {}, hasPassword }: PostgresFieldsProps) {
  const text = (name: string) => (settings[name] === undefined ? undefined : String(settings[name]));
  return (
    <>
      <Group grow preventGrowOverflow={false} wrap="nowrap">
        <TextInput name="host" label="Host" placeholder="db.example.com" defaultValue={text('host')} required autoComplete="off" />
        <TextInput name="port" label="Port" type="number" min={1} max={65535} defaultValue={text('port') ?? '5432'} required maw={110} />
      </Group>
      <TextInput name="database" label="Database" defaultValue={text('database')} required autoComplete="off" />
      <Group grow align="flex-end">
        <TextInput name="user" label="User" defaultValue={text('user')} required autoComplete="off" />
        <PasswordInput name="password" label="Password" placeholder={hasPassword ? 'stored' : undefined} autoComplete="new-password" />
      </Group>
      <NativeSelect name="sslmode" label="Encryption" description="The sslmode of PostgreSQL." defaultValue={text('sslmode')} data={sslModes} />
    </>
  );
}
