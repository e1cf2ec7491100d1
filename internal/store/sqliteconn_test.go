package store_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/millrace/millrace/internal/store"
)

// TestArgumentsAreBoundByNumber: a statement may mention its arguments in any order and more than once.
func TestArgumentsAreBoundByNumber(t *testing.T) {
	t.Parallel()
	db := sql.OpenDB(store.SQLiteConnector(filepath.Join(t.TempDir(), "test.db")))
	t.Cleanup(func() { _ = db.Close() })
	var first, second, third string
	query := `SELECT $3, $1, $2 WHERE $1 = 'a' AND $10 = 'j'`
	args := []any{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&third, &first, &second); err != nil {
		t.Fatal(err)
	}
	if first != "a" || second != "b" || third != "c" {
		t.Errorf("bound %q, %q, %q as the first, second and third argument", first, second, third)
	}
	if _, err := db.ExecContext(t.Context(), `CREATE TABLE t (a text, b text)`); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), `INSERT INTO t (b, a) VALUES ($2, $1)`, "a", "b"); err != nil {
		t.Fatal(err)
	}
	prepared, err := db.PrepareContext(t.Context(), `SELECT a, b FROM t WHERE b = $2 AND a = $1`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = prepared.Close() }()
	if err := prepared.QueryRowContext(t.Context(), "a", "b").Scan(&first, &second); err != nil || first != "a" || second != "b" {
		t.Errorf("a prepared statement: %q, %q, %v", first, second, err)
	}
}
