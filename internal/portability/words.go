package portability

// word is a keyword or an operator that not every engine has.
type word struct {
	name  string
	forms forms // the same or nothing
	note  string
}

func words() []word {
	return []word{
		{name: "QUALIFY", forms: forms{duckdb: same, snowflake: same}, note: "Compute the window function in a subquery and filter it there with WHERE."},
		{name: "ILIKE", forms: forms{duckdb: same, postgres: same, snowflake: same}, note: "Write lower(text) LIKE lower(pattern)."},
		{name: "RLIKE", forms: forms{snowflake: same}, note: "Write regexp_matches on DuckDB, ~ on PostgreSQL and regexp_like on Trino."},
		{name: "ASOF", forms: forms{duckdb: same, snowflake: same}, note: "Join with a subquery that picks the last earlier row."},
		{name: "::", forms: forms{duckdb: same, postgres: same, snowflake: same}, note: "Write CAST(value AS type), which all engines have."},
	}
}

// dataType is a type that not every engine has.
type dataType struct {
	name  string
	forms forms
}

// dataTypes lists types that package dialect does not translate.
func dataTypes() []dataType {
	large := forms{duckdb: same, postgres: "NUMERIC(39)", trino: "DECIMAL(38, 0)", snowflake: "NUMBER(38, 0)"}
	return []dataType{
		{name: "HUGEINT", forms: large},
		{name: "UHUGEINT", forms: large},
		{name: "UBIGINT", forms: forms{duckdb: same, postgres: "NUMERIC(20)", trino: "DECIMAL(20, 0)", snowflake: "NUMBER(20, 0)"}},
		{name: "UINTEGER", forms: forms{duckdb: same, postgres: "BIGINT", trino: "BIGINT", snowflake: "NUMBER(10, 0)"}},
		{name: "USMALLINT", forms: forms{duckdb: same, postgres: "INTEGER", trino: "INTEGER", snowflake: "NUMBER(5, 0)"}},
		{name: "UTINYINT", forms: forms{duckdb: same, postgres: "SMALLINT", trino: "INTEGER", snowflake: "NUMBER(3, 0)"}},
		{name: "UUID", forms: forms{duckdb: same, postgres: same, trino: same, snowflake: "VARCHAR(36)"}},
		{name: "INTERVAL", forms: forms{duckdb: same, postgres: same}},
		{name: "MONEY", forms: forms{duckdb: "DECIMAL(19, 2)", postgres: same, trino: "DECIMAL(19, 2)", snowflake: "NUMBER(19, 2)"}},
		{name: "INET", forms: forms{duckdb: "VARCHAR", postgres: same, trino: "VARCHAR", snowflake: "VARCHAR"}},
		{name: "XML", forms: forms{duckdb: "VARCHAR", postgres: same, trino: "VARCHAR", snowflake: "VARCHAR"}},
		{name: "GEOGRAPHY", forms: forms{snowflake: same}},
		{name: "GEOMETRY", forms: forms{snowflake: same}},
		{name: "STRUCT", forms: forms{duckdb: same}},
		{name: "MAP", forms: forms{duckdb: same, trino: same, snowflake: same}},
		{name: "ROW", forms: forms{trino: same}},
	}
}
