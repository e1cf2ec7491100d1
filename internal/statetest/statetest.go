package statetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/store"
)

// sqliteFile is the name of the SQLite file in a data folder.
const sqliteFile = "millrace.db"

// Folder returns a new folder that contains a migrated SQLite database.
func Folder(t testing.TB) string {
	t.Helper()
	template, err := sqliteTemplate(t.Context())
	if err != nil {
		t.Fatalf("make the SQLite template: %v", err)
	}
	content, err := os.ReadFile(template)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	//nolint:gosec // the folder is the test's own
	if err := os.WriteFile(filepath.Join(folder, sqliteFile), content, 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// Postgres returns the URL of a new, migrated PostgreSQL database. The test is skipped where there is no server.
func Postgres(t testing.TB) string {
	t.Helper()
	hash, err := migrationsHash()
	if err != nil {
		t.Fatal(err)
	}
	return pgtest.Clone(t, "template_"+hash, func(url string) error { return migrate(t.Context(), store.Options{URL: url}) })
}

// sqliteTemplate returns the path of a migrated SQLite file and makes it if there is none. The file appears under its name
// only when it is complete, so that several test binaries may make it at once.
func sqliteTemplate(ctx context.Context) (string, error) {
	hash, err := migrationsHash()
	if err != nil {
		return "", err
	}
	path := filepath.Join(os.TempDir(), fmt.Sprintf("millrace-test-%d-%s.db", os.Getuid(), hash))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	folder, err := os.MkdirTemp("", "millrace-test-template-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a folder that stays behind in the temporary folder does no harm
	if err := migrate(ctx, store.Options{Folder: folder}); err != nil {
		return "", err
	}
	return path, os.Rename(filepath.Join(folder, sqliteFile), path)
}

func migrate(ctx context.Context, options store.Options) error {
	db, err := store.Open(ctx, options)
	if err != nil {
		return err
	}
	return db.Close()
}

// migrationsHash returns a hash of all migrations, read from the source tree that the test runs in.
func migrationsHash() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		migrations := os.DirFS(filepath.Join(folder, "internal", "store", "migrations"))
		names, err := fs.Glob(migrations, "*.sql")
		if err != nil {
			return "", err
		}
		if len(names) > 0 {
			return hashFiles(migrations, names)
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return "", errors.New("no folder above the test contains internal/store/migrations")
		}
		folder = parent
	}
}

func hashFiles(files fs.FS, names []string) (string, error) {
	hash := sha256.New()
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(hash, "%s %d\n%s", name, len(content), content)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8]), nil
}
