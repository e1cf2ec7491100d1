import type { ConnectionCreate } from '../api/types';
import type { Fields } from '../ui/form';

// The engines that a connection can be created for in this version.
export type ConnectionKind = 'duckdb' | 'postgres' | 'trino';

export const kindChoices: { value: ConnectionKind; label: string }[] = [
  { value: 'duckdb', label: 'DuckDB' },
  { value: 'postgres', label: 'PostgreSQL' },
  { value: 'trino', label: 'Trino' },
];

export function connectionFrom(kind: ConnectionKind, fields: Fields): ConnectionCreate {
  const name = (fields.name ?? '').trim();
  switch (kind) {
    case 'duckdb':
      return duckdbConnection(name, fields);
    case 'postgres':
      return postgresConnection(name, fields);
    case 'trino':
      return trinoConnection(name, fields);
  }
}

function duckdbConnection(name: string, { path = '' }: Fields): ConnectionCreate {
  return { name, platformKind: 'duckdb', settings: path ? { path } : {} };
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
