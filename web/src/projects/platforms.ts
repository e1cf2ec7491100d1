import type { PlatformKind } from '../api/types';

export const platformNames: Record<PlatformKind, string> = {
  duckdb: 'DuckDB',
  ducklake: 'DuckLake',
  postgres: 'PostgreSQL',
  trino: 'Trino',
  snowflake: 'Snowflake',
  databricks: 'Databricks',
  fabric: 'Fabric',
  bigquery: 'BigQuery',
};

export const platformChoices = Object.entries(platformNames).map(([value, label]) => ({ value, label }));
