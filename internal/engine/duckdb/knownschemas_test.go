package duckdb_test

import (
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
)

// TestDroppedSchemasArePreparedAgain: the engine remembers which schemas exist, until one may have been dropped.
func TestDroppedSchemasArePreparedAgain(t *testing.T) {
	t.Parallel()
	opened, err := duckdb.New(duckdb.Options{}).Open(t.Context(), engine.Connection{Kind: "duckdb", Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close() })
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	prepare := func() {
		t.Helper()
		must(opened.Prepare(t.Context(), []engine.Schema{{Name: "STG"}}))
	}
	session := func() engine.Session {
		t.Helper()
		s, err := opened.Session(t.Context(), engine.Label{WorkID: "test", Epoch: 1})
		must(err)
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	exec := func(s engine.Session, statement string) {
		t.Helper()
		_, err := s.Exec(t.Context(), statement)
		must(err)
	}
	isThere := func(after string) {
		t.Helper()
		prepare()
		exec(session(), "CREATE OR REPLACE TABLE millrace.STG.T AS SELECT 1 AS n")
		t.Log("prepared after " + after)
	}
	prepare()
	isThere("nothing")
	exec(session(), `drop /* it */ schema millrace."STG" cascade`)
	isThere("a statement")

	dropping := session()
	must(dropping.Begin(t.Context()))
	exec(dropping, "DROP SCHEMA millrace.STG CASCADE")
	must(dropping.Commit(t.Context()))
	isThere("a transaction")
}
