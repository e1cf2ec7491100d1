package snapshot_test

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/sample"
	"github.com/millrace/millrace/internal/snapshot"
)

// TestPackFromSimilarSnapshot: files that have not changed are copied from the stored snapshot. The result has the same files
// as one that is packed from scratch.
func TestPackFromSimilarSnapshot(t *testing.T) {
	t.Parallel()
	files, err := sample.Files(sample.Options{})
	if err != nil {
		t.Fatal(err)
	}
	base := packSample(t)
	stored := &memory{files: map[string][]byte{}}
	compiler := snapshot.NewCompiler(stored)
	if err := compiler.Save(t.Context(), "acme", base); err != nil {
		t.Fatal(err)
	}
	files["data.yml"] = append([]byte("# changed\n"), files["data.yml"]...)
	files["nodes/new.sql"] = []byte("SELECT 1 AS id\n")
	want, err := snapshot.PackFiles(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{"", base.ID} {
		got, err := compiler.Pack(t.Context(), "acme", from, want.ID, files)
		if err != nil {
			t.Fatal(err)
		}
		if got.ID != want.ID {
			t.Errorf("the id is %s, want %s", got.ID, want.ID)
		}
		if diff := cmp.Diff(files, contents(t, got)); diff != "" {
			t.Errorf("packed from %q:\n%s", from, diff)
		}
	}
}

func contents(t *testing.T, packed snapshot.Snapshot) map[string][]byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(packed.Files), int64(len(packed.Files)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, file := range archive.File {
		opened, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[file.Name], err = io.ReadAll(opened); err != nil { // also compares the checksum
			t.Fatal(err)
		}
		_ = opened.Close()
	}
	return files
}
