package backup_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/fault"
)

func things() backup.Table {
	return backup.Table{Name: "things", Columns: []backup.Column{
		{Name: "id", Type: backup.Integer}, {Name: "name", Type: backup.Text}, {Name: "is_new", Type: backup.Boolean}, {Name: "content", Type: backup.Bytes},
	}}
}

// rows contain what the databases store: nulls, the largest numbers, every kind of text, bytes.
func rows() [][]any {
	return [][]any{
		{int64(1), "plain", true, []byte{0, 1, 0xff}},
		{int64(-9223372036854775808), "quote \" back \\ line\nbreak tab\t <b>&amp; \u2028 é 🙂", false, []byte{}},
		{int64(9223372036854775807), "", nil, nil},
		{nil, "not UTF-8: \xff\xfe", true, []byte("x")},
	}
}

// manyRows are more than one entry contains.
func manyRows() [][]any {
	return append(rows(), []any{int64(5), "", true, []byte(strings.Repeat("x", 5<<20))}, []any{int64(6), "", true, []byte("y")})
}

func header() backup.Header {
	return backup.Header{
		Format: backup.Format, Program: "v1", Database: "sqlite", Schema: 7, CreatedAt: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC),
		KeyFingerprint: "abc", Tables: []backup.Table{{Name: "empty", Columns: things().Columns}, things()},
	}
}

// write writes a backup with two tables and two files.
func write(t *testing.T, path string, rows [][]any) backup.Manifest {
	t.Helper()
	w, err := backup.Create(path, header())
	must(t, err)
	must(t, w.Content("home.id", []byte("home\n")))
	must(t, w.File("duckdb/o/environments/a.duckdb", 3, strings.NewReader("abc")))
	for _, table := range header().Tables {
		must(t, w.Table(table, func(add func([]any) error) error {
			if table.Name == "empty" {
				return nil
			}
			for _, row := range rows {
				if err := add(row); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	manifest, size, err := w.Finish()
	must(t, err)
	info, err := os.Stat(path)
	must(t, err)
	if info.Size() != size || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has %d bytes and mode %v, reported were %d", info.Size(), info.Mode(), size)
	}
	return manifest
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, path string) *backup.Reader {
	t.Helper()
	r, err := backup.Open(path)
	must(t, err)
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "b.tar.gz")
	written := write(t, path, manyRows())
	r := open(t, path)
	gotHeader, manifest, err := r.Verify(t.Context())
	must(t, err)
	if diff := cmp.Diff(header(), gotHeader); diff != "" {
		t.Error(diff)
	}
	if manifest.Rows() != 6 || manifest.FileBytes() != 8 || manifest.Tables[1].RowSum != written.Tables[1].RowSum {
		t.Errorf("the manifest is %+v", manifest)
	}
	got, files := map[string][][]any{}, map[string]string{}
	counter := backup.Counter{Table: things()}
	must(t, r.Visit(t.Context(), manifest, backup.Visitor{
		Table: func(table backup.Table, rows *backup.Rows) error {
			for rows.Next() {
				values, err := rows.Values()
				must(t, err)
				got[table.Name] = append(got[table.Name], values)
				must(t, counter.Add(values))
			}
			return rows.Err()
		},
		File: func(file backup.FilePart, content io.Reader) error {
			raw, err := io.ReadAll(content)
			files[file.Name] = string(raw)
			return err
		},
	}))
	if !reflect.DeepEqual(map[string][][]any{"things": manyRows()}, got) { // cmp takes long for large values
		t.Errorf("the rows changed: %d tables, %d rows", len(got), len(got["things"]))
	}
	if diff := cmp.Diff(map[string]string{"home.id": "home\n", "duckdb/o/environments/a.duckdb": "abc"}, files); diff != "" {
		t.Error(diff)
	}
	if counter.Rows != 6 || counter.RowSum != manifest.Tables[1].RowSum {
		t.Error("the rows that were read have another sum than the file says")
	}
}

func TestSumDoesNotDependOnTheOrder(t *testing.T) {
	t.Parallel()
	forward, backward, other := backup.Counter{Table: things()}, backup.Counter{Table: things()}, backup.Counter{Table: things()}
	all := rows()
	for i := range all {
		must(t, forward.Add(all[i]))
		must(t, backward.Add(all[len(all)-1-i]))
		must(t, other.Add(all[0]))
	}
	if forward.RowSum != backward.RowSum || forward.RowSum == other.RowSum {
		t.Errorf("sums: %v, %v, %v", forward.RowSum, backward.RowSum, other.RowSum)
	}
}

// Every cut and every changed byte is found, whatever its place.
func TestDamageIsFound(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "b.tar.gz")
	write(t, path, rows())
	whole, err := os.ReadFile(path)
	must(t, err)
	for at := 0; at < len(whole); at += 3 {
		refused(t, whole[:at])
		if at >= 3 && at <= 9 { // flags, time, level and system of gzip say nothing about the contents
			continue
		}
		changed := bytes.Clone(whole)
		changed[at] ^= 0x10
		if !bytes.Equal(unzip(changed), unzip(whole)) { // a repetition can be written in several ways
			refused(t, changed)
		}
	}
	refused(t, append(bytes.Clone(whole), 'x'))
	refused(t, append(bytes.Clone(whole), whole...))
}

func refused(t *testing.T, content []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "damaged")
	must(t, os.WriteFile(path, content, 0o600))
	_, _, err := open(t, path).Verify(t.Context())
	if !fault.Is(err, fault.Invalid) && !fault.Is(err, fault.Conflict) || fault.From(err).Hint == "" {
		t.Errorf("%d bytes: got %v, want a fault with a hint", len(content), err)
	}
}

// unzip returns what can be decompressed.
func unzip(content []byte) []byte {
	zip, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil
	}
	raw, err := io.ReadAll(zip)
	if err != nil {
		return nil
	}
	return raw
}

func TestNothingIsOverwritten(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "b.tar.gz")
	must(t, os.WriteFile(path, []byte("mine"), 0o600))
	if _, err := backup.Create(path, header()); !fault.Is(err, fault.Conflict) {
		t.Errorf("got %v, want conflict", err)
	}
	late := filepath.Join(folder, "late.tar.gz")
	w, err := backup.Create(late, header())
	must(t, err)
	must(t, os.WriteFile(late, []byte("mine"), 0o600))
	if _, _, err := w.Finish(); !fault.Is(err, fault.Conflict) {
		t.Errorf("got %v, want conflict", err)
	}
	raw, err := os.ReadFile(late)
	must(t, err)
	if string(raw) != "mine" {
		t.Error("the file was overwritten")
	}
	left, err := filepath.Glob(filepath.Join(folder, ".*"))
	must(t, err)
	if len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestDiscardedBackupLeavesNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	w, err := backup.Create(filepath.Join(folder, "b.tar.gz"), header())
	must(t, err)
	failed := errors.New("the database is gone")
	err = w.Table(things(), func(add func([]any) error) error {
		must(t, add(rows()[0]))
		return failed
	})
	if !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
	must(t, w.Discard())
	left, err := os.ReadDir(folder)
	must(t, err)
	if len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "b.tar.gz")
	write(t, path, rows())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := open(t, path).Verify(ctx); !fault.Is(err, fault.Canceled) {
		t.Errorf("got %v, want canceled", err)
	}
}

// An error of the one who uses the rows is not taken for damage of the file.
func TestErrorOfTheVisitorStays(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "b.tar.gz")
	manifest := write(t, path, rows())
	failed := errors.New("the database is gone")
	err := open(t, path).Visit(t.Context(), manifest, backup.Visitor{Table: func(backup.Table, *backup.Rows) error { return failed }})
	if !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
}
