import type { ConnectionCreate } from '../api/types';
import type { Fields } from '../ui/form';

// The engines that a connection can be created for in this version.
export type ConnectionKind = 'duckdb' | 'ducklake' | 'postgres' | 'trino' | 'snowflake';

export const kindChoices: { value: ConnectionKind; label: string }[] = [
  { value: 'duckdb', label: 'DuckDB' },
  { value: 'ducklake', label: 'DuckLake' },
  { value: 'postgres', label: 'PostgreSQL' },
  { value: 'trino', label: 'Trino' },
  { value: 'snowflake', label: 'Snowflake' },
];

export function connectionFrom(kind: ConnectionKind, fields: Fields): ConnectionCreate {
  const name = (fields.name ?? '').trim();
  switch (kind) {
    case 'duckdb':
      return duckdbConnection(name, fields);
    case 'ducklake':
      return ducklakeConnection(name, fields);
    case 'postgres':
      return postgresConnection(name, fields);
    case 'trino':
      return trinoConnection(name, fields);
    case 'snowflake':
      return snowflakeConnection(name, fields);
  }
}

function duckdbConnection(name: string, { path = '' }: Fields): ConnectionCreate {
  return { name, platformKind: 'duckdb', settings: path ? { path } : {} };
}

function ducklakeConnection(name: string, fields: Fields): ConnectionCreate {
  const { settings, secret } = postgresConnection(name, fields);
  const optional = ['catalogSchema', 'dataPath', 's3Region', 's3Endpoint', 's3UrlStyle', 's3Tls'];
  return {
    name,
    platformKind: 'ducklake',
    settings: { ...settings, ...given(fields, optional) },
    secret: withSecret({ ...secret, ...given(fields, ['s3KeyID', 's3Secret']) }),
  };
}

// given returns the fields that were filled in.
function given(fields: Fields, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, (fields[name] ?? '').trim()]).filter(([, value]) => value !== ''));
}

function withSecret(secret: Record<string, string>): Record<string, string> | undefined {
  return Object.keys(secret).length > 0 ? secret : undefined;
}

function postgresConnection(name: string, fields: Fields): ConnectionCreate {
  const { host = '', port = '', database = '', user = '', sslmode = '', password = '' } = fields;
  return {
    name,
    platformKind: 'postgres',
    settings: { host, port: Number(port), database, user, sslmode },
    secret: password ? { password } : undefined,
  };
}

function trinoConnection(name: string, fields: Fields): ConnectionCreate {
  const { url = '', user = '', catalog = '', sessionProperties = '', password = '', token = '' } = fields;
  const secret = { ...(password && { password }), ...(token && { token }) };
  return {
    name,
    platformKind: 'trino',
    settings: { url, user, catalog, sessionProperties },
    secret: password || token ? secret : undefined,
  };
}

function snowflakeConnection(name: string, fields: Fields): ConnectionCreate {
  const settings = ['account', 'user', 'role', 'warehouse', 'database', 'schema', 'host', 'queryTag', 'sessionParameters'];
  return {
    name,
    platformKind: 'snowflake',
    settings: given(fields, settings),
    secret: withSecret(given(fields, ['password', 'privateKey', 'privateKeyPassphrase'])),
  };
}
