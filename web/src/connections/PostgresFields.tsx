import { Group, NativeSelect, PasswordInput, TextInput } from '@mantine/core';

const sslModes = ['prefer', 'require', 'verify-ca', 'verify-full', 'disable'];

export function PostgresFields() {
  return (
    <>
      <Group grow preventGrowOverflow={false} wrap="nowrap">
        <TextInput name="host" label="Host" placeholder="db.example.com" required autoComplete="off" />
        <TextInput name="port" label="Port" type="number" min={1} max={65535} defaultValue="5432" required maw={110} />
      </Group>
      <TextInput name="database" label="Database" required autoComplete="off" />
      <Group grow>
        <TextInput name="user" label="User" required autoComplete="off" />
        <PasswordInput name="password" label="Password" autoComplete="new-password" />
      </Group>
      <NativeSelect name="sslmode" label="Encryption" description="The sslmode of PostgreSQL." data={sslModes} />
    </>
  );
}
