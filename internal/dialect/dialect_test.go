package dialect_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

func lookup(t *testing.T, kind string) *dialect.Dialect {
	t.Helper()
	d, ok := dialect.Lookup(kind)
	if !ok {
		t.Fatalf("no dialect %q", kind)
	}
	return d
}

func TestLookup(t *testing.T) {
	t.Parallel()
	want := []string{"duckdb", "ducklake", "postgres", "trino", "snowflake", "databricks", "bigquery", "fabric"}
	if got := enginekind.Names(); !slices.Equal(got, want) {
		t.Errorf("kinds = %v", got)
	}
	for _, kind := range want {
		if got := lookup(t, kind).Name(); got != kind {
			t.Errorf("name of %s = %s", kind, got)
		}
	}
	if got := lookup(t, "").Name(); got != "snowflake" {
		t.Errorf("no kind is %s, want snowflake", got)
	}
	for _, kind := range []string{"oracle", "DuckDB", " "} {
		if _, ok := dialect.Lookup(kind); ok {
			t.Errorf("%q is a platform", kind)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	d := lookup(t, "duckdb")
	for _, tt := range []struct{ got, want string }{
		{d.Quote(`a "b" c`), `"a ""b"" c"`},
		{d.Quote(""), `""`},
		{d.Qualify("DB", "S", "T"), `"DB"."S"."T"`},
		{d.Qualify("", "S", "T"), `"S"."T"`},
		{d.Qualify("", "", "T"), `"T"`},
		{d.Beside(`"S"."T"`, "_X"), `"S"."T_X"`},
		{d.Beside(`S.T`, "_X"), `S.T_X`},
		{d.Beside(`"S"."T"""`, `"`), `"S"."T"""""`},
		{d.RenameTable(`"a.b"."c""."`, "d"), `ALTER TABLE "a.b"."c""." RENAME TO "d"`},
		{lookup(t, "snowflake").RenameTable(`"a.b"."c"".d"`, "e"), `ALTER TABLE "a.b"."c"".d" RENAME TO "a.b"."e"`},
		{lookup(t, "fabric").Quote("a]b"), "[a]]b]"},
		{lookup(t, "bigquery").Qualify("p", "d", "t`"), "`p`.`d`.`t```"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %s, want %s", tt.got, tt.want)
		}
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"duckdb": "Total", "postgres": "total", "trino": "total", "snowflake": "TOTAL", "databricks": "Total", "bigquery": "Total", "fabric": "Total",
	} {
		if got := lookup(t, kind).Fold("Total"); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
	}
}

func TestLiterals(t *testing.T) {
	t.Parallel()
	const text = "it's \\ x"
	for kind, want := range map[string]string{
		"duckdb": `'it''s \ x'`, "postgres": `'it''s \ x'`, "trino": `'it''s \ x'`, "fabric": `'it''s \ x'`,
		"snowflake": `'it''s \\ x'`, "databricks": `'it\'s \\ x'`, "bigquery": `'it\'s \\ x'`,
	} {
		if got := lookup(t, kind).Literal(text); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
	}
}

func TestTypes(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]map[string]string{
		"VARCHAR":                     {"duckdb": "VARCHAR", "postgres": "TEXT", "snowflake": "VARCHAR", "trino": "VARCHAR", "bigquery": "STRING"},
		"varchar(256)":                {"duckdb": "VARCHAR", "postgres": "VARCHAR(256)", "snowflake": "varchar(256)", "fabric": "VARCHAR(256)"},
		"VARCHAR(16777216)":           {"postgres": "TEXT", "fabric": "VARCHAR(8000)"},
		"Character  Varying ( 9 )":    {"postgres": "VARCHAR(9)"},
		"STRING":                      {"duckdb": "VARCHAR", "postgres": "TEXT", "databricks": "STRING"},
		"NUMBER":                      {"duckdb": "DECIMAL(38,0)", "postgres": "NUMERIC(38,0)", "snowflake": "NUMBER"},
		"NUMBER(38, 0)":               {"duckdb": "DECIMAL(38,0)", "postgres": "NUMERIC(38,0)", "bigquery": "BIGNUMERIC(38,0)"},
		"DECIMAL(10,2)":               {"duckdb": "DECIMAL(10,2)", "postgres": "NUMERIC(10,2)", "trino": "DECIMAL(10,2)"},
		"NUMERIC":                     {"duckdb": "DECIMAL", "postgres": "NUMERIC"},
		"INTEGER":                     {"duckdb": "INTEGER", "postgres": "INTEGER", "bigquery": "INT64", "fabric": "INT"},
		"BIGINT":                      {"duckdb": "BIGINT", "postgres": "BIGINT"},
		"TINYINT":                     {"duckdb": "TINYINT", "postgres": "SMALLINT"},
		"FLOAT":                       {"duckdb": "DOUBLE", "postgres": "DOUBLE PRECISION", "databricks": "DOUBLE"},
		"DOUBLE":                      {"duckdb": "DOUBLE", "postgres": "DOUBLE PRECISION"},
		"BOOLEAN":                     {"duckdb": "BOOLEAN", "postgres": "BOOLEAN", "fabric": "BIT"},
		"DATE":                        {"duckdb": "DATE", "postgres": "DATE"},
		"TIMESTAMP":                   {"duckdb": "TIMESTAMP", "postgres": "TIMESTAMP", "trino": "TIMESTAMP(6)", "databricks": "TIMESTAMP_NTZ"},
		"TIMESTAMP_NTZ(9)":            {"duckdb": "TIMESTAMP", "postgres": "TIMESTAMP", "snowflake": "TIMESTAMP_NTZ(9)"},
		"TIMESTAMP(3)":                {"postgres": "TIMESTAMP(3)"},
		"TIMESTAMP_TZ":                {"duckdb": "TIMESTAMP WITH TIME ZONE", "postgres": "TIMESTAMP WITH TIME ZONE"},
		"timestamp(3) with time zone": {"duckdb": "TIMESTAMP WITH TIME ZONE", "postgres": "TIMESTAMP(3) WITH TIME ZONE"},
		"VARIANT":                     {"duckdb": "JSON", "postgres": "JSONB", "snowflake": "VARIANT"},
		"BINARY(16)":                  {"duckdb": "BLOB", "postgres": "BYTEA"},
		"INTEGER[]":                   {"duckdb": "INTEGER[]", "postgres": "INTEGER[]"},
		"STRUCT(a INTEGER)":           {"duckdb": "STRUCT(a INTEGER)"},
		"DECIMAL(10,2)[]":             {"duckdb": "DECIMAL(10,2)[]"},
		"uuid":                        {"duckdb": "uuid", "postgres": "uuid"},
		"VARCHAR(":                    {"postgres": "VARCHAR("},
		"VARCHAR(x)":                  {"postgres": "TEXT"},
		"":                            {"duckdb": "", "postgres": ""},
	} {
		for kind, name := range want {
			if got := lookup(t, kind).Type(written); got != name {
				t.Errorf("%s is %s on %s, want %s", written, got, kind, name)
			}
		}
	}
}

func TestHash(t *testing.T) {
	t.Parallel()
	d := lookup(t, "postgres")
	got, err := d.Hash([]string{"a", "b"}, "sha-256", "BINARY(32)")
	const want = `decode(encode(sha256(convert_to(COALESCE(CAST(a AS TEXT), '~null~') || '||' || COALESCE(CAST(b AS TEXT), '~null~'), 'UTF8')), 'hex'), 'hex')`
	if err != nil || got != want {
		t.Errorf("%s, %v", got, err)
	}
	_, err = d.Hash([]string{"a"}, "SHA1", "")
	if !fault.Is(err, fault.Unsupported) || fault.From(err).Hint != "Use one of MD5, SHA256." {
		t.Errorf("SHA1 on PostgreSQL: %v", err)
	}
	if _, err := d.Hash(nil, "MD5", ""); !fault.Is(err, fault.Invalid) {
		t.Errorf("a hash of nothing: %v", err)
	}
	for _, kind := range enginekind.Names() {
		for _, algorithm := range []string{"", "MD5", "md5", "SHA256"} {
			if got, err := lookup(t, kind).Hash([]string{"a"}, algorithm, "VARCHAR"); err != nil || !strings.Contains(got, "CAST(a AS ") {
				t.Errorf("%s on %s: %s, %v", algorithm, kind, got, err)
			}
		}
	}
}

func TestShift(t *testing.T) {
	t.Parallel()
	got, err := lookup(t, "duckdb").Shift("x", -3, "Days")
	if err != nil || got != "(x + INTERVAL '-3 day')" {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := lookup(t, "duckdb").Shift("x", 1, "fortnight"); !fault.Is(err, fault.Invalid) {
		t.Errorf("a fortnight: %v", err)
	}
}

// A capability about a statement agrees with the statement.
func TestCapabilitiesAgreeWithStatements(t *testing.T) {
	t.Parallel()
	for _, kind := range enginekind.Names() {
		d := lookup(t, kind)
		if got, want := d.MovesTables(), d.MoveTable("t", "s") != ""; got != want {
			t.Errorf("%s moves tables: %t, want %t", kind, got, want)
		}
		if got, want := d.KeepsKeySequence(), d.DropKey("t") != ""; got != want {
			t.Errorf("%s keeps key sequences: %t, want %t", kind, got, want)
		}
	}
}
