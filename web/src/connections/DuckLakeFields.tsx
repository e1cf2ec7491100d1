import { Group, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { PostgresFields } from './PostgresFields';

interface DuckLakeFieldsProps {
  // The settings to change; absent for a new connection.
  settings?: Record<string, unknown>;
  hasSecret?: boolean;
}

// DuckLakeFields are the catalog, a PostgreSQL database, and where the files of the tables are.
export function DuckLakeFields({ settings = {}, hasSecret }: DuckLakeFieldsProps) {
  const text = (name: string) => (settings[name] === undefined ? undefined : String(settings[name]));
  const [dataPath, setDataPath] = useState(text('dataPath') ?? '');
  return (
    <>
      <PostgresFields settings={settings} hasPassword={hasSecret} />
      <TextInput
        name="catalogSchema"
        label="Schema of the catalog (optional)"
        description="In the PostgreSQL database (default: public)."
        defaultValue={text('catalogSchema')}
        autoComplete="off"
      />
      <TextInput
        name="dataPath"
        label="Data path"
        description="A folder that all servers reach, or an address in an object store."
        placeholder="s3://bucket/lake"
        value={dataPath}
        onChange={(event) => setDataPath(event.currentTarget.value)}
        required
        autoComplete="off"
      />
      {dataPath.startsWith('s3://') && <ObjectStoreFields text={text} hasSecret={hasSecret} />}
    </>
  );
}

function ObjectStoreFields({ text, hasSecret }: { text: (name: string) => string | undefined; hasSecret?: boolean }) {
  const stored = hasSecret ? 'stored' : undefined;
  return (
    <>
      <Group grow align="flex-end">
        <TextInput name="s3KeyID" label="Access key ID" placeholder={stored} autoComplete="off" />
        <PasswordInput name="s3Secret" label="Secret access key" placeholder={stored} autoComplete="new-password" />
      </Group>
      <Group grow align="flex-end">
        <TextInput name="s3Region" label="Region" placeholder="eu-central-1" defaultValue={text('s3Region')} autoComplete="off" />
        <TextInput name="s3Endpoint" label="Endpoint" placeholder="minio.example.com:9000" defaultValue={text('s3Endpoint')} autoComplete="off" />
      </Group>
      <Group grow align="flex-end">
        <NativeSelect
          name="s3UrlStyle"
          label="Addresses"
          defaultValue={text('s3UrlStyle')}
          data={[
            { value: 'vhost', label: 'bucket.endpoint' },
            { value: 'path', label: 'endpoint/bucket' },
          ]}
        />
        <NativeSelect
          name="s3Tls"
          label="Transport"
          defaultValue={text('s3Tls')}
          data={[
            { value: 'true', label: 'TLS' },
            { value: 'false', label: 'none' },
          ]}
        />
      </Group>
    </>
  );
}
