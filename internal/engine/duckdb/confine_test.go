package duckdb_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
)

// TestSQLCannotLeaveTheFolder tries the known ways out.
func TestSQLCannotLeaveTheFolder(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret.csv")
	writeFile(t, secret, "a\ns3cret\n")
	above := "../" + filepath.Base(outside)
	for _, statement := range []string{
		"SELECT 1 FROM read_csv('/etc/passwd')",
		"SELECT 1 FROM read_text('/etc/passwd')",
		"SELECT 1 FROM read_blob('/etc/passwd')",
		"SELECT 1 FROM read_csv(['/etc/passwd'])",
		"SELECT 1 FROM READ_CSV /* x */ ('" + secret + "')",
		"SELECT 1 FROM read_csv('" + above + "/secret.csv')",
		"SELECT 1 FROM read_csv('s/../../" + filepath.Base(outside) + "/secret.csv')",
		"SELECT 1 FROM read_csv('" + f.folder + "/" + above + "/secret.csv')",
		"SELECT 1 FROM read_csv('" + f.folder + "-not-quite/secret.csv')",
		"SELECT 1 FROM read_csv('file://" + secret + "')",
		"SELECT 1 FROM read_csv('http://127.0.0.1:1/secret.csv')",
		"SELECT 1 FROM read_csv('s3://bucket/secret.csv')",
		"SELECT 1 FROM read_parquet('" + secret + "')",
		"SELECT 1 FROM read_json('" + secret + "')",
		"SELECT 1 FROM parquet_metadata('" + secret + "')",
		"SELECT 1 FROM sniff_csv('" + secret + "')",
		"SELECT 1 FROM read_duckdb('" + outside + "/x.duckdb')",
		"SELECT 1 FROM glob('/etc/*')",
		"SELECT 1 FROM glob('../*')",
		"SELECT 1 FROM '/etc/passwd'",
		"SELECT 1 FROM '" + secret + "'",
		"FROM '" + secret + "'",
		"CREATE TABLE millrace.s.t AS SELECT 1 FROM read_csv('" + secret + "')",
		"COPY millrace.s.t FROM '" + secret + "'",
		"COPY (SELECT 1) TO '" + outside + "/out.csv'",
		"COPY (SELECT 1) TO 'out.csv'",
		"COPY (SELECT 1) TO '" + f.folder + "/out.csv'",
		"-- quietly\nCOPY (SELECT 1 AS n) TO '" + f.folder + "/out' (FORMAT csv, PARTITION_BY (n))",
		"EXPORT DATABASE '" + outside + "/out'",
		"EXPORT DATABASE '" + f.folder + "/out'",
		"IMPORT DATABASE '" + outside + "/out'",
		"ATTACH '" + outside + "/out.duckdb' AS out",
		"ATTACH ':memory:' AS out",
		"ATTACH '" + f.folder + "/out.duckdb' AS out",
		"DETACH millrace",
		"INSTALL httpfs",
		"LOAD httpfs",
		"LOAD '" + outside + "/x.duckdb_extension'",
		"UPDATE EXTENSIONS",
		"SET enable_external_access = true",
		"SET GLOBAL lock_configuration = false",
		"SET memory_limit = '1TB'",
		"SET temp_directory = '" + outside + "'",
		"RESET allowed_directories",
		"PRAGMA threads = 4",
		"PRAGMA enable_profiling",
		"PRAGMA disable_optimizer",
		"CREATE PERSISTENT SECRET x (TYPE http)",
		"BEGIN",
		"COMMIT",
		"ROLLBACK",
		"CHECKPOINT",
		"CALL enable_logging(storage = 'file', storage_path = '" + outside + "/log')",
		"SELECT 1 FROM enable_logging(storage = 'file', storage_path = '" + outside + "/log')",
		`SELECT 1 FROM "Enable_Logging"(storage = 'stdout')`,
		"FROM query('FROM enable_' || 'logging()')",
		"FROM Query /* hidden */ -- deeper\n ('SELECT 1')",
		"FROM query /* /* hidden */ */ -- deeper\r\u00a0('SELECT 1')",
		`FROM system.main."query" ('SELECT 1')`,
		"SELECT 1 FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
		"SELECT 1 FROM force_checkpoint()",
		"SELECT 1 FROM arrow_scan(1::UBIGINT::POINTER, 1, 1)",
		"EXPLAIN ANALYZE COPY (SELECT 1) TO '" + f.folder + "/out.csv'",
		"PREPARE p AS COPY (SELECT 1) TO '" + f.folder + "/out.csv'",
		"EXECUTE p",
	} {
		f.refuses(t, statement, fault.Invalid)
		_, err := f.session.Query(t.Context(), statement, 1)
		wantFault(t, "as a query: "+statement, err, fault.Invalid)
		if strings.Contains(fault.From(err).Error(), "s3cret") {
			t.Errorf("%s: the fault contains text of the file", statement)
		}
	}
	entries, err := os.ReadDir(outside)
	if err != nil || len(entries) != 1 {
		t.Errorf("outside there is %v, %v, want the one file", entries, err)
	}
	for _, name := range []string{"out", "out.csv", "out.duckdb"} {
		if _, err := os.Stat(filepath.Join(f.folder, name)); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	f.wantValues(t, "SELECT current_setting('enable_external_access')", "false")
}

// TestSimilarNamesAreAllowed uses names that resemble forbidden ones.
func TestSimilarNamesAreAllowed(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.exec(t, "CREATE TABLE millrace.s.query AS SELECT 'a query' AS query, 1 AS copy")
	f.wantValues(t, "SELECT query FROM millrace.s.query WHERE query LIKE '%query' AND (copy = 1)", "a query")
	f.exec(t, "CREATE MACRO millrace.s.my_query(a) AS a + 1")
	f.wantValues(t, "SELECT millrace.s.my_query (1)", "2")
}

func TestRejectedStatementsHaveHints(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for statement, want := range map[string]string{
		"COPY (SELECT 1) TO 'x.csv'":           "read_csv",
		"COMMIT":                               "one transaction",
		"ATTACH 'x.duckdb' AS x":               "already attached",
		"CHECKPOINT":                           "statements that read",
		"SELECT 1 FROM read_csv('/etc/hosts')": "relative",
		"SELECT ?":                             "values into the statement",
		"SELECT 1; SELECT 2":                   "its own stage",
		"-- nothing":                           "Write a statement",
	} {
		_, err := f.session.Exec(t.Context(), statement)
		if !fault.Is(err, fault.Invalid) || !strings.Contains(fault.From(err).Hint, want) {
			t.Errorf("%s: %v, hint %q, want %q", statement, err, fault.From(err).Hint, want)
		}
	}
}
