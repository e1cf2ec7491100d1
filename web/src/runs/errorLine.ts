// errorLine returns the line of the statement that an engine's message names, such as "LINE 10: …" of DuckDB and
// PostgreSQL.
export function errorLine(message: string): number | undefined {
  const found = /\bLINE (\d+):/.exec(message);
  return found ? Number(found[1]) : undefined;
}
