package duckdb

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// probe writes a database file with a unique name into the folder, reads it back and removes it.
func probe(ctx context.Context, folder string) (version string, err error) {
	file := filepath.Join(folder, ".millrace-probe-"+rand.Text()+".duckdb")
	// One thread, because otherwise an interrupted ATTACH continues in another thread, even after the close of the
	// database, and creates its file after the removal.
	connector, err := duckdb.NewConnector(Target{Threads: 1}.source(), nil)
	if err != nil {
		return "", err
	}
	db := sql.OpenDB(connector)
	// DuckDB releases the file when it is closed, so it is removed after that, also if the probe was canceled.
	defer func() { err = errors.Join(err, db.Close(), remove(file), remove(file+".wal")) }()
	if err := writeAndRead(ctx, db, file); err != nil {
		return "", err
	}
	err = db.QueryRowContext(ctx, "SELECT version()").Scan(&version)
	return strings.TrimPrefix(version, "v"), err
}

func writeAndRead(ctx context.Context, db *sql.DB, file string) error {
	const written = 42
	for _, statement := range []string{
		"ATTACH " + literal(file) + " AS probe (TYPE duckdb)",
		"CREATE TABLE probe.main.probe (number INTEGER)",
		fmt.Sprintf("INSERT INTO probe.main.probe VALUES (%d)", written),
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	var read int
	if err := db.QueryRowContext(ctx, "SELECT number FROM probe.main.probe").Scan(&read); err != nil {
		return err
	}
	if read != written {
		return fmt.Errorf("wrote %d and read %d", written, read)
	}
	_, err := db.ExecContext(ctx, "DETACH probe")
	return err
}

// literal returns a text as an SQL literal.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// literals returns texts as an SQL list.
func literals(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = literal(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// remove removes a file if it exists.
func remove(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
