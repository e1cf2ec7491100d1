package ducklake_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/laketest"
)

// TestSQLCannotLeaveTheLake tries the known ways to other files and databases, and to the catalog.
func TestSQLCannotLeaveTheLake(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	opened := openLake(t, newDriver(t), connection(t, lake))
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret.csv")
	if err := os.WriteFile(secret, []byte("a\ns3cret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := opened.Session(t.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	metadata := "__ducklake_metadata_millrace"
	for _, statement := range []string{
		"SELECT 1 FROM read_csv('/etc/passwd')",
		"SELECT 1 FROM read_text('" + secret + "')",
		"SELECT 1 FROM glob('/etc/*')",
		"FROM '" + secret + "'",
		"SELECT 1 FROM read_parquet('s3://bucket/x.parquet')",
		"SELECT 1 FROM read_csv('http://127.0.0.1:1/secret.csv')",
		"COPY (SELECT 1) TO '" + outside + "/out.csv'",
		"ATTACH ':memory:' AS out",
		"ATTACH '' AS out (TYPE postgres)",
		"ATTACH '" + outside + "/out.duckdb' AS out",
		"DETACH millrace",
		"LOAD httpfs",
		"INSTALL httpfs",
		"CREATE SECRET x (TYPE s3)",
		"DROP SECRET millrace_catalog",
		"drop /* x */ temporary -- y\n secret if exists millrace_catalog",
		"SET enable_external_access = true",
		"SET schema = '__duck' || 'lake_metadata_millrace'",
		"SET search_path = 'millrace.s'",
		"USE millrace",
		"USE " + metadata,
		"FROM " + metadata + ".public.ducklake_snapshot",
		`FROM "__DuckLake_Metadata_millrace".public.ducklake_snapshot`,
		`FROM U&"\005f\005fducklake_metadata_millrace".public.ducklake_snapshot`,
		"CREATE VIEW millrace.main.v AS FROM " + metadata + ".public.ducklake_snapshot",
		"DELETE FROM " + metadata + ".public.millrace_publication",
		"FROM query_table('__duck' || 'lake_metadata_millrace.public.ducklake_snapshot')",
		"FROM query('FROM __duck' || 'lake_metadata_millrace.public.ducklake_snapshot')",
		"FROM postgres_query('__duck' || 'lake_metadata_millrace', 'SELECT 1')",
		"FROM postgres_scan('host=127.0.0.1', 'public', 'ducklake_snapshot')",
		"FROM postgres_scan_pushdown('host=127.0.0.1', 'public', 'ducklake_snapshot')",
		`SELECT 1 FROM "Postgres_Query" ('x', 'SELECT 1')`,
		"CALL postgres_execute('x', 'SELECT 1')",
		"CALL millrace.set_commit_message('a', 'b')",
		"FROM millrace.set_commit_message('a', 'b', extra_info => 'c')",
		"FROM ducklake_set_commit_message('millrace', 'a', 'b')",
		"FROM millrace.set_option('data_inlining_row_limit', '10')",
		"FROM ducklake_expire_snapshots('millrace', older_than => now())",
		"FROM ducklake_add_data_files('millrace', 't', '" + secret + "')",
		"FROM millrace.cleanup_old_files(cleanup_all => true)",
		"BEGIN", "COMMIT", "ROLLBACK", "CHECKPOINT",
	} {
		for as, run := range map[string]func() error{
			"statement": func() error { return second(s.Exec(t.Context(), statement)) },
			"query":     func() error { return second(s.Query(t.Context(), statement, 1)) },
		} {
			err := run()
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("as a %s: %s: %v (%s)", as, statement, err, fault.KindOf(err))
			} else if text := fault.From(err).Error(); strings.Contains(text, "s3cret") || strings.Contains(text, lake.Secret["password"]) {
				t.Errorf("%s: the fault contains a secret", statement)
			}
		}
	}
	rows, err := s.Query(t.Context(), "SELECT d.path || s.secret_string AS text FROM duckdb_databases() AS d, duckdb_secrets() AS s WHERE d.path IS NOT NULL", 10)
	if err != nil || len(rows.Values) == 0 {
		t.Fatalf("%v, %v", rows, err)
	}
	for _, row := range rows.Values {
		if text, _ := row[0].(string); strings.Contains(text, lake.Secret["password"]) {
			t.Errorf("SQL reads the password: %s", text)
		}
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) != 1 {
		t.Errorf("outside there is %v, %v, want the one file", entries, err)
	}
}
