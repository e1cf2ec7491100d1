import type { ConnectionCreate } from '../api/types';
import type { Fields } from '../ui/form';

// The engines that a connection can be created for in this version.
export type ConnectionKind = 'duckdb' | 'postgres';

export const kindChoices: { value: ConnectionKind; label: string }[] = [
  { value: 'duckdb', label: 'DuckDB' },
  { value: 'postgres', label: 'PostgreSQL' },
];

export function connectionFrom(kind: ConnectionKind, fields: Fields): ConnectionCreate {
  const name = (fields.name ?? '').trim();
  return kind === 'duckdb' ? duckdbConnection(name, fields) : postgresConnection(name, fields);
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
