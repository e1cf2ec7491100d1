import { DuckDBFields } from './DuckDBFields';
import { DuckLakeFields } from './DuckLakeFields';
import type { ConnectionKind } from './kinds';
import { PostgresFields } from './PostgresFields';
import { SnowflakeFields } from './SnowflakeFields';
import { TrinoFields } from './TrinoFields';

interface EngineFieldsProps {
  kind: ConnectionKind;
  // The settings to change; absent for a new connection.
  settings?: Record<string, unknown>;
  hasSecret?: boolean;
}

// EngineFields are the fields of a connection to one kind of engine.
export function EngineFields({ kind, settings, hasSecret }: EngineFieldsProps) {
  switch (kind) {
    case 'duckdb':
      return <DuckDBFields settings={settings} />;
    case 'ducklake':
      return <DuckLakeFields settings={settings} hasSecret={hasSecret} />;
    case 'postgres':
      return <PostgresFields settings={settings} hasPassword={hasSecret} />;
    case 'trino':
      return <TrinoFields settings={settings} hasSecret={hasSecret} />;
    case 'snowflake':
      return <SnowflakeFields settings={settings} hasSecret={hasSecret} />;
  }
}
