package projectfile_test

import (
	"maps"
	"os"
	"path"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/millrace/millrace/internal/projectfile"
)

// TestFindings compares all findings about a project with many errors.
func TestFindings(t *testing.T) {
	t.Parallel()
	_, found := projectfile.Read(os.DirFS("testdata/odd"), projectfile.Options{})
	got := texts(found)
	const golden = "testdata/odd.findings.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Fatalf("findings changed (-want +got):\n%s", diff)
	}
	for _, d := range found {
		if d.File == "" || d.Code == "" || d.Message == "" || d.Severity == "" {
			t.Errorf("a finding is not complete: %+v", d)
		}
	}
}

// TestOddFilesKeepTheirMeaning merges every file into itself: other programs and this one read the same content.
func TestOddFilesKeepTheirMeaning(t *testing.T) {
	t.Parallel()
	fsys := os.DirFS("testdata/odd")
	originals := filesOf(t, fsys)
	for _, broken := range []string{"nodes/WORK-BROKEN.yml", "nodes/WORK-TABS.yml", "nodes/WORK-LATIN.sql"} {
		delete(originals, broken) // it cannot be merged
	}
	before := fstest.MapFS{}
	for file, content := range originals {
		before[file] = &fstest.MapFile{Data: content}
	}
	p, _ := projectfile.Read(before, projectfile.Options{})
	after := fstest.MapFS{}
	maps.Copy(after, before)
	for file, content := range written(t, p, originals) {
		after[file] = &fstest.MapFile{Data: content}
		if path.Ext(file) == ".yml" {
			checkMeaning(t, file, originals[file], content)
		}
	}
	again, _ := projectfile.Read(after, projectfile.Options{})
	if diff := cmp.Diff(p, again, withoutPositions()); diff != "" {
		t.Errorf("the project changed (-was +is):\n%s", diff)
	}
}

// checkMeaning decodes both texts with a general YAML library. If a key occurs twice, the last one counts.
func checkMeaning(t *testing.T, file string, was, is []byte) {
	t.Helper()
	if strings.HasSuffix(file, "TWICE.yml") {
		return // the library rejects it; our own reader is compared as well
	}
	var before, after any
	if err := yaml.Unmarshal(was, &before); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if err := yaml.Unmarshal(is, &after); err != nil {
		t.Fatalf("%s: %v\n%s", file, err, is)
	}
	if !reflect.DeepEqual(before, after) {
		t.Errorf("%s changed its meaning (-was +is):\n%s", file, cmp.Diff(before, after))
	}
}
