package archive_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/archive"
	"github.com/millrace/millrace/internal/fault"
)

var limits = archive.Limits{Files: 10, Bytes: 1 << 16}

// entry is a file of an archive. Archives keep the order of their entries.
type entry struct{ name, content string }

func zipOf(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		file, err := w.Create(e.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write([]byte(e.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func tarOf(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, e := range entries {
		header := &tar.Header{Name: e.name, Mode: 0o600, Size: int64(len(e.content)), Typeflag: tar.TypeReg}
		if strings.HasPrefix(e.content, "-> ") {
			header = &tar.Header{Name: e.name, Linkname: e.content[3:], Typeflag: tar.TypeSymlink}
			e.content = ""
		}
		if err := w.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(e.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func gzipOf(t *testing.T, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestAllFormatsReturnTheSameFiles(t *testing.T) {
	t.Parallel()
	plain := []entry{{"data.yml", "fileVersion: 3\n"}, {"nodes/A-B.sql", "SELECT 1"}, {".git/config", "x"}, {"nodes/.DS_Store", "x"}}
	var wrapped []entry
	for _, e := range plain {
		wrapped = append(wrapped, entry{"shop-main/" + e.name, e.content})
	}
	want := map[string]string{"data.yml": "fileVersion: 3\n", "nodes/A-B.sql": "SELECT 1"}
	for name, content := range map[string][]byte{
		"zip": zipOf(t, plain...), "tar": tarOf(t, plain...), "tar.gz": gzipOf(t, tarOf(t, plain...)),
		"top folder": zipOf(t, wrapped...), "link": tarOf(t, append(plain, entry{"nodes/C-D.sql", "-> /etc/passwd"})...),
		"dots": tarOf(t, entry{"./data.yml", plain[0].content}, entry{"./nodes/A-B.sql", plain[1].content}),
	} {
		files, err := archive.Read(content, limits)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := map[string]string{}
		for path, file := range files {
			got[path] = string(file)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// zipWithWrongSize returns a zip archive whose directory declares a wrong size for its file.
func zipWithWrongSize(t *testing.T, e entry, size uint32) []byte {
	t.Helper()
	content := zipOf(t, e)
	at := bytes.Index(content, []byte("PK\x01\x02")) // the central directory
	binary.LittleEndian.PutUint32(content[at+24:], size)
	return content
}

func TestInvalidArchivesAreRejected(t *testing.T) {
	t.Parallel()
	manifest := entry{"data.yml", "fileVersion: 3\n"}
	var many, hidden []entry
	for i := range 11 {
		many = append(many, entry{strings.Repeat("n", i+1), ""})
		hidden = append(hidden, entry{strings.Repeat(".", i+3) + "n", ""})
	}
	whole := zipOf(t, manifest)
	for name, tt := range map[string]struct {
		content []byte
		kind    fault.Kind
		want    string
	}{
		"no bytes":                      {nil, fault.Invalid, "neither"},
		"text":                          {[]byte("hello"), fault.Invalid, "neither"},
		"truncated":                     {whole[:len(whole)-10], fault.Invalid, "cannot be read"},
		"truncated gzip":                {gzipOf(t, tarOf(t, manifest))[:40], fault.Invalid, "cannot be read"},
		"no manifest":                   {zipOf(t, entry{"nodes/A-B.sql", "x"}), fault.Invalid, "no data.yml"},
		"parent folder":                 {zipOf(t, manifest, entry{"../up", "x"}), fault.Invalid, `"../up"`},
		"parent folder inside a path":   {tarOf(t, manifest, entry{"a/../../up", "x"}), fault.Invalid, "../up"},
		"absolute":                      {tarOf(t, manifest, entry{"/etc/passwd", "x"}), fault.Invalid, "/etc/passwd"},
		"backslash":                     {zipOf(t, manifest, entry{`nodes\A`, "x"}), fault.Invalid, "called"},
		"duplicate file":                {zipOf(t, manifest, manifest), fault.Invalid, "two files"},
		"too many":                      {zipOf(t, many...), fault.Limit, "more than 10 files"},
		"bomb":                          {zipOf(t, manifest, entry{"big", strings.Repeat("0", 1<<17)}), fault.Limit, "unpacks to more"},
		"bomb in gzip":                  {gzipOf(t, tarOf(t, manifest, entry{"big", strings.Repeat("0", 1<<17)})), fault.Limit, "unpacks to more"},
		"hidden bomb":                   {zipOf(t, manifest, entry{".big", strings.Repeat("0", 1<<17)}), fault.Limit, "unpacks to more"},
		"too many hidden":               {tarOf(t, append([]entry{manifest}, hidden...)...), fault.Limit, "more than 10 files"},
		"two projects":                  {zipOf(t, entry{"b/data.yml", "x"}, entry{"a/data.yml", "x"}), fault.Invalid, "several projects: a/, b/"},
		"declared size too small":       {zipWithWrongSize(t, entry{"data.yml", strings.Repeat("0", 1<<17)}, 3), fault.Invalid, "cannot be read"},
		"declared size too large":       {zipWithWrongSize(t, manifest, 1<<15), fault.Invalid, "cannot be read"},
		"declared size above the limit": {zipWithWrongSize(t, manifest, 1<<31), fault.Limit, "unpacks to more"},
		"empty archive":                 {zipOf(t), fault.Invalid, "no data.yml"},
	} {
		_, err := archive.Read(tt.content, limits)
		if !fault.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.want) || fault.From(err).Hint == "" {
			t.Errorf("%s: %v, want %s with %q and a hint", name, err, tt.kind, tt.want)
		}
	}
}
