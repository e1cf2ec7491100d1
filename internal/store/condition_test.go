package store_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/diskspace"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/store"
)

func openFile(t *testing.T, options store.Options) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// writeMuch writes a large row, once.
func writeMuch(ctx context.Context, db *store.DB) error {
	return db.Setups().BindKey(ctx, strings.Repeat("long", 1<<18))
}

// A write that finds the disk full gives the reserve up. The database says that it is full until the reserve is back.
func TestFullDiskIsReportedUntilThereIsSpace(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	at := &clock{now: time.Now()}
	db := openFile(t, store.Options{Folder: folder, Now: at.Now, Reserve: diskspace.NewReserve(folder, 1<<20)})
	reserve := filepath.Join(folder, "reserve")
	if _, err := os.Stat(reserve); err != nil || db.CheckSpace(t.Context()) != nil {
		t.Fatalf("no reserve: %v", err)
	}
	if err := db.LimitPages(t.Context(), 1); err != nil { // no more than it has
		t.Fatal(err)
	}
	for _, err := range []error{writeMuch(t.Context(), db), db.CheckSpace(t.Context()), db.Ping(t.Context())} {
		if known := fault.From(err); known.Kind != fault.Full || !strings.Contains(known.Message, "disk") || known.Hint == "" {
			t.Errorf("got %v, hint %q", err, known.Hint)
		}
	}
	if _, err := os.Stat(reserve); err == nil {
		t.Error("the reserve was not given up")
	}
	if _, err := db.Setups().HasOrganization(t.Context()); err != nil {
		t.Errorf("reading fails: %v", err)
	}
	if err := db.LimitPages(t.Context(), 1<<30); err != nil {
		t.Fatal(err)
	}
	at.set(at.Now().Add(2 * time.Second))
	if err := db.Ping(t.Context()); err != nil {
		t.Errorf("with space again: %v", err)
	}
	if err := writeMuch(t.Context(), db); err != nil {
		t.Errorf("with space again: %v", err)
	}
	if _, err := os.Stat(reserve); err != nil {
		t.Errorf("the reserve is not back: %v", err)
	}
}

// A file that is no database is named, with what to do.
func TestFileThatIsNoDatabaseIsNamed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "millrace.db")
	if err := os.WriteFile(file, bytes.Repeat([]byte("noise"), 10_000), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := store.Open(t.Context(), store.Options{Folder: folder})
	wantDamaged(t, err, file)
}

// Damage that is found while the server runs makes it not ready.
func TestDamageFoundLaterIsNamed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := openFile(t, store.Options{Folder: folder}).Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "millrace.db")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	db := openFile(t, store.Options{Folder: folder})
	for i := 4096; i < len(content); i++ { // all but the first page, which has the schema's beginning
		content[i] = 0xff
	}
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = db.Setups().HasOrganization(t.Context())
	wantDamaged(t, err, file)
	wantDamaged(t, db.Ping(t.Context()), file)
}

func wantDamaged(t *testing.T, err error, file string) {
	t.Helper()
	known := fault.From(err)
	if known.Kind != fault.Unavailable || !strings.Contains(known.Message, file+" is damaged") || !strings.Contains(known.Hint, "backup") {
		t.Errorf("got %v (%s), hint %q", err, known.Kind, known.Hint)
	}
}
