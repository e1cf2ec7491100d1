package dialect

import "github.com/millrace/millrace/internal/jinja"

// DescribeObject describes the fields and functions of the variable dialect of templates. The examples are for DuckDB. A test
// compares it with the object of every engine.
func DescribeObject() []jinja.Entry {
	return append(describeCapabilities(), describeFunctions()...)
}

// describeCapabilities describes what the engine is and can do.
func describeCapabilities() []jinja.Entry {
	field := func(name, meaning, output string) jinja.Entry {
		return jinja.Entry{Name: name, Usage: "dialect." + name, Meaning: meaning, Example: "{{ dialect." + name + " }}", Output: output}
	}
	return []jinja.Entry{
		field("name", "The kind of the engine, as `platformKind` of data.yml.", "duckdb"),
		field("concat", "The operator that joins texts.", "||"),
		field("publishes_by_statement", "Whether the new rows of a table become visible by one statement instead of a transaction.", "False"),
		field("transactional_ddl", "Whether a rollback undoes CREATE, ALTER and DROP.", "True"),
		field("replaces_tables", "Whether CREATE OR REPLACE TABLE exists.", "True"),
		field("generates_keys", "Whether the engine numbers new rows itself.", "True"),
		field("supports_merge", "Whether MERGE exists.", "True"),
		field("reads_files", "Whether the engine reads files as tables.", "True"),
		field("loses_not_null", "Whether a replaced table loses NOT NULL, so that a load has to check it.", "False"),
		field("changes_by_alias", "Whether UPDATE and DELETE accept an alias of the table.", "True"),
		field("inserts_exact_types", "Whether an INSERT must have the types of the columns.", "False"),
	}
}

func describeFunctions() []jinja.Entry {
	call := func(name, parameters, meaning, arguments, output string) jinja.Entry {
		return jinja.Entry{
			Name: name, Usage: "dialect." + name + "(" + parameters + ")", Meaning: meaning,
			Example: "{{ dialect." + name + "(" + arguments + ") }}", Output: output,
		}
	}
	return []jinja.Entry{
		call("quote", "identifier", "An identifier in quotes.", "'order id'", `"order id"`),
		call("literal", "text", "A text as a literal.", `"it's"`, "'it''s'"),
		call("moment", "text", "A literal of the type TIMESTAMP.", "'2024-01-31 00:00:00'", `CAST('2024-01-31 00:00:00' AS TIMESTAMP)`),
		call("type", "data_type", "The name of a data type in this engine.", "'VARCHAR(20)'", `VARCHAR`),
		call("cast", "expression, data_type", "A conversion.", "'a', 'INTEGER'", "CAST(a AS INTEGER)"),
		call("now", "", "The time of the load in UTC, the same in all stages.", "", `(now() AT TIME ZONE 'UTC')`),
		call("differs", "a, b", "A condition: two values differ; NULL differs from every value and not from NULL.", "'a', 'b'", "a IS DISTINCT FROM b"),
		call("same", "a, b", "A condition: two values are the same, or both are NULL.", "'a', 'b'", "a IS NOT DISTINCT FROM b"),
		call("same_key", "a, b", "A condition for joins on keys: two values are the same, or both are NULL.", "'a', 'b'", "a IS NOT DISTINCT FROM b"),
		call("beside", "table, suffix", "The name of a table in the same schema.", "this, '_old'", `"STAGE"."STG_ORDERS_old"`),
		call("create_table", "table", "The begin of a statement that creates or replaces a table.", "this", `CREATE OR REPLACE TABLE "STAGE"."STG_ORDERS"`),
		call("create_view", "view", "The begin of a statement that creates or replaces a view.", "this", `CREATE OR REPLACE VIEW "STAGE"."STG_ORDERS"`),
		call("drop_table", "table", "A statement that drops a table if it exists.", "this", `DROP TABLE IF EXISTS "STAGE"."STG_ORDERS"`),
		call("drop_view", "view", "A statement that drops a view if it exists.", "this", `DROP VIEW IF EXISTS "STAGE"."STG_ORDERS"`),
		call("empty_table", "table", "A statement that deletes all rows.", "this", `DELETE FROM "STAGE"."STG_ORDERS"`),
		call("work_table", "table", "The name of the temporary table of a load.", "this", `temp."MILLRACE_LOAD"`),
		call("create_work_table", "work", "The begin of a statement that creates the temporary table.", "dialect.work_table(this)", `CREATE TEMP TABLE temp."MILLRACE_LOAD"`),
		call("define_key", "table, column", "The definition of the surrogate key in CREATE TABLE.", "this, 'k'", `"k" BIGINT DEFAULT nextval('"STAGE"."STG_ORDERS_KEY_SEQ"') NOT NULL`),
		call("make_key", "table, column", "A statement that makes an existing column the surrogate key.", "this, 'k'", `ALTER TABLE "STAGE"."STG_ORDERS" ALTER COLUMN "k" SET DEFAULT nextval('"STAGE"."STG_ORDERS_KEY_SEQ"')`),
		call("create_key", "table", "A statement that creates the sequence of surrogate keys.", "this", `CREATE SEQUENCE IF NOT EXISTS "STAGE"."STG_ORDERS_KEY_SEQ"`),
		call("drop_key", "table", "A statement that drops the sequence.", "this", `DROP SEQUENCE IF EXISTS "STAGE"."STG_ORDERS_KEY_SEQ"`),
		call("set_not_null", "table, column", "A statement that makes a column NOT NULL.", "this, 'a'", `ALTER TABLE "STAGE"."STG_ORDERS" ALTER COLUMN "a" SET NOT NULL`),
		call("set_default", "table, column, default", "A statement that sets the default of a column.", "this, 'a', '0'", `ALTER TABLE "STAGE"."STG_ORDERS" ALTER COLUMN "a" SET DEFAULT 0`),
		call("names", "columns, prefix=''", "The quoted names of columns, with commas between them.", "columns, 'o.'", `o."order_id", o."amount"`),
		call("boolean", "value", "The literal of true or false.", "true", "TRUE"),
		call("shift", "moment, amount, unit", "A moment moved by an amount of minutes, hours, days, weeks or months.", "'a', -3, 'day'", `(a + INTERVAL '-3 day')`),
		call("hash", "expressions, algorithm='MD5', data_type=''", "An expression for the hash of expressions.", "['a'], 'MD5'", `md5(COALESCE(CAST(a AS VARCHAR), '~null~'))`),
		call("column", "name, data_type, not_null=false, default=''", "The definition of a column in CREATE TABLE.", "'a', 'INTEGER', true, '0'", `"a" INTEGER DEFAULT 0 NOT NULL`),
		call("update_from", "table, source, set, on, where=''", "An UPDATE of a table (`target`) from rows of another one (`loaded`).", `this, '"W"', ['a = 1'], 'target.k = loaded.k'`, `UPDATE "STAGE"."STG_ORDERS" AS target
SET a = 1
FROM "W" AS loaded
WHERE target.k = loaded.k`),
		call("read_file", "path, columns, has_header, delimiter=''", "An expression for FROM that reads files of the connection's folder.", "'orders.csv', columns, 'on'", `read_csv('orders.csv', header = TRUE, types = {'order_id': 'INTEGER', 'amount': 'DECIMAL(10,2)'})`),
		{Name: "fail", Usage: "dialect.fail(message, hint='')", Meaning: "Ends the render with an error: for requests that have no SQL.", Example: "{% if false %}{{ dialect.fail('no key', 'Mark a key.') }}{% endif %}SELECT 1", Output: "SELECT 1"},
	}
}
