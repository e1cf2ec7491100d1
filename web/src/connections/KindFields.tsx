import { DuckDBFields } from './DuckDBFields';
import { DuckLakeFields } from './DuckLakeFields';
import type { ConnectionKind } from './kinds';
import { PostgresFields } from './PostgresFields';

interface KindFieldsProps {
  kind: ConnectionKind;
  // The settings to change; absent for a new connection.
  settings?: Record<string, unknown>;
  hasSecret?: boolean;
}

// KindFields are the fields of a kind of engine.
export function KindFields({ kind, settings, hasSecret }: KindFieldsProps) {
  switch (kind) {
    case 'duckdb':
      return <DuckDBFields settings={settings} />;
    case 'ducklake':
      return <DuckLakeFields settings={settings} hasSecret={hasSecret} />;
    default:
      return <PostgresFields settings={settings} hasPassword={hasSecret} />;
  }
}
