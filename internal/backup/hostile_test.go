package backup_test

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/fault"
)

// entry is an entry of an archive that somebody made by hand.
type entry struct {
	name    string
	content string
	kind    byte // tar.TypeReg if it is 0
	pax     map[string]string
}

func pack(t *testing.T, entries ...entry) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hostile.tar.gz")
	file, err := os.Create(path)
	must(t, err)
	zip := gzip.NewWriter(file)
	archive := tar.NewWriter(zip)
	for _, e := range entries {
		head := &tar.Header{Name: e.name, Typeflag: e.kind, Size: int64(len(e.content)), Mode: 0o600, Linkname: "/etc/passwd", PAXRecords: e.pax}
		if e.kind == 0 {
			head.Typeflag, head.Linkname = tar.TypeReg, ""
		} else {
			head.Size = 0
		}
		must(t, archive.WriteHeader(head))
		_, err := archive.Write([]byte(e.content))
		must(t, err)
	}
	must(t, archive.Close())
	must(t, zip.Close())
	must(t, file.Close())
	return path
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	must(t, err)
	return string(raw)
}

func TestHostileArchives(t *testing.T) {
	t.Parallel()
	small := header()
	small.Tables = []backup.Table{things()}
	first := entry{name: "header.json", content: asJSON(t, small)}
	last := entry{name: "manifest.json", content: `{"tables":[],"files":[]}`}
	rowsOf := func(lines string) entry { return entry{name: "tables/things/000001.jsonl", content: lines} }
	withTables := func(tables ...backup.Table) entry {
		changed := header()
		changed.Tables = tables
		return entry{name: "header.json", content: asJSON(t, changed)}
	}
	newer := header()
	newer.Format = 99
	for name, entries := range map[string][]entry{
		"empty":                       {},
		"no header":                   {last},
		"header is not JSON":          {{name: "header.json", content: "{"}, last},
		"header is too large":         {{name: "header.json", content: strings.Repeat(" ", 17<<20)}, last},
		"no manifest":                 {first, rowsOf("[1,\"a\",true,null]\n")},
		"manifest of something else":  {first, last},
		"path to the folder above":    {first, {name: "files/../../etc/cron.d/x", content: "x"}, last},
		"absolute path":               {first, {name: "files//etc/passwd", content: "x"}, last},
		"path with a backslash":       {first, {name: `files/..\x`, content: "x"}, last},
		"path of a drive":             {first, {name: "files/C:x", content: "x"}, last},
		"symbolic link":               {first, {name: "files/server.key", kind: tar.TypeSymlink}, last},
		"hard link":                   {first, {name: "files/server.key", kind: tar.TypeLink}, last},
		"device":                      {first, {name: "files/server.key", kind: tar.TypeChar}, last},
		"folder":                      {first, {name: "files/duckdb/", kind: tar.TypeDir}, last},
		"unknown entry":               {first, {name: "readme.txt", content: "x"}, last},
		"table that is not announced": {first, {name: "tables/users/000001.jsonl", content: "[1]\n"}, last},
		"entry out of order":          {first, {name: "tables/things/000002.jsonl", content: "[1,\"a\",true,null]\n"}, last},
		"empty entry":                 {first, {name: "tables/things/000001.jsonl"}, last},
		"row without an end":          {first, rowsOf("[1,\"a\",true,null]"), last},
		"row that is no list":         {first, rowsOf("{}\n"), last},
		"name of a table with SQL":    {withTables(backup.Table{Name: "users; DROP TABLE users", Columns: things().Columns}), last},
		"name of a column with SQL":   {withTables(backup.Table{Name: "users", Columns: []backup.Column{{Name: `"id"`, Type: backup.Text}}}), last},
		"the same table twice":        {withTables(things(), things()), last},
		"entry after the manifest":    {withTables(), last, {name: "files/home.id", content: "x"}},
	} {
		path := pack(t, entries...)
		if _, _, err := open(t, path).Verify(t.Context()); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: got %v, want an invalid fault", name, err)
		}
	}
	path := pack(t, entry{name: "header.json", content: asJSON(t, newer)}, last)
	if _, _, err := open(t, path).Verify(t.Context()); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "format 99") {
		t.Errorf("a newer format: got %v", err)
	}
}

// A small file that claims to contain terabytes is refused before they are read.
func TestBombIsRefused(t *testing.T) {
	t.Parallel()
	small := header()
	small.Tables = nil
	path := filepath.Join(t.TempDir(), "bomb.tar.gz")
	file, err := os.Create(path)
	must(t, err)
	zip := gzip.NewWriter(file)
	archive := tar.NewWriter(zip)
	content := asJSON(t, small)
	must(t, archive.WriteHeader(&tar.Header{Name: "header.json", Typeflag: tar.TypeReg, Size: int64(len(content))}))
	_, err = archive.Write([]byte(content))
	must(t, err)
	must(t, archive.WriteHeader(&tar.Header{Name: "files/duckdb/x", Typeflag: tar.TypeReg, Size: 8 << 40}))
	must(t, zip.Close())
	must(t, file.Close())
	if _, _, err := open(t, path).Verify(t.Context()); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "larger than the file can contain") {
		t.Errorf("got %v", err)
	}
}

// Values of a wrong type are found when the row is used, also if the digests were made to match.
func TestWrongTypesAreRefused(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		`["1","a",true,null]`, `[1.5,"a",true,null]`, `[1,2,true,null]`, `[1,"a","true",null]`, `[1,"a",true,"not base64!"]`,
		`[1,"a",true]`, `[1,"a",true,null,1]`, `[99999999999999999999,"a",true,null]`, `[1,{"base64":7},true,null]`, `[1,["a"],true,null]`,
	} {
		small := header()
		small.Tables = []backup.Table{things()}
		path := pack(t, entry{name: "header.json", content: asJSON(t, small)}, entry{name: "tables/things/000001.jsonl", content: line + "\n"})
		err := open(t, path).Visit(t.Context(), backup.Manifest{}, backup.Visitor{Table: func(_ backup.Table, rows *backup.Rows) error {
			for rows.Next() {
				if _, err := rows.Values(); err != nil {
					return err
				}
			}
			return rows.Err()
		}})
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "row 1 of table things") {
			t.Errorf("%s: got %v", line, err)
		}
	}
}
