package backup_test

import (
	"crypto/rand"
	"fmt"
	"os"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
)

// readTokens returns how many rows each run has added to the table LOG of an environment.
func readTokens(t *testing.T, folder, organization, environment string) map[string]int {
	t.Helper()
	opened, err := duckdb.New(duckdb.Options{}).Open(t.Context(), engine.Connection{
		Kind: "duckdb", Folder: folder, Databases: &engine.Databases{Own: fmt.Sprintf("environments/%s-%s", organization, environment)},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
	}()
	session, err := opened.Session(t.Context(), engine.Label{WorkID: "reader"})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close() //nolint:errcheck // it only reads
	rows, err := session.Query(t.Context(), `SELECT token FROM millrace."CORE"."LOG"`, 1000)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, row := range rows.Values {
		seen[fmt.Sprint(row[0])]++
	}
	return seen
}

// writeLarge writes a file of bytes that do not compress.
func writeLarge(t *testing.T, path string, size int) {
	t.Helper()
	content := make([]byte, size)
	_, _ = rand.Read(content) // never fails
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
