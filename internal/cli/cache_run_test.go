package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// runnable writes a project that is large enough for a cache, with tables A, B and D and a view V between A and B.
func runnable(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	put(t, folder, "data.yml", "fileVersion: 3\nplatformKind: duckdb\n")
	put(t, folder, "locations.yml", "fileVersion: 1\nlocations:\n  - M\n")
	for i := range 200 {
		putNode(t, folder, fmt.Sprintf("OTHER%d", i), "View", "SELECT 1 AS id")
	}
	putNode(t, folder, "A", "Stage", "SELECT 1 AS id")
	putNode(t, folder, "V", "View", "SELECT a.id FROM {{ ref('M', 'A') }} AS a")
	putNode(t, folder, "B", "Stage", "SELECT v.id FROM {{ ref('M', 'V') }} AS v")
	putNode(t, folder, "D", "Stage", "SELECT b.id FROM {{ ref('M', 'B') }} AS b")
	return folder
}

func put(t *testing.T, folder, name, text string) {
	t.Helper()
	file := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func putNode(t *testing.T, folder, name, nodeType, query string) {
	t.Helper()
	put(t, folder, "nodes/M-"+name+".sql", fmt.Sprintf("@id(%q)\n@nodeType(%q)\n%s\n", name, nodeType, query))
}

// Runs with the cache build the same and record the same as runs without it, also for a selection, whose records name nodes that
// were not selected.
func TestCacheChangesNoRun(t *testing.T) {
	t.Parallel()
	with, without := runnable(t), runnable(t)
	times := regexp.MustCompile(`"(startTime|endTime|runStartTime|runEndTime)": "[^"]*"|"seconds": [0-9.e-]+`)
	compare := func(command ...string) string {
		t.Helper()
		got := times.ReplaceAllString(execute(t, append(command, with)...), "")
		want := times.ReplaceAllString(execute(t, append(command, without, "--no-cache")...), "")
		if got != want || !strings.HasPrefix(got, "0") {
			t.Fatalf("%v (-without +with the cache): %s\n%s", command, got[:1], cmp.Diff(want, got))
		}
		records := "SELECT run, node, entry FROM millrace._millrace.builds ORDER BY run, node"
		if got, want := execute(t, "query", records, "--width", "0", "--dir", with), execute(t, "query", records, "--width", "0", "--dir", without); got != want || !strings.HasPrefix(got, "0") {
			t.Fatalf("%v: records (-without +with the cache): %s\n%s", command, got[:1], cmp.Diff(want, got))
		}
		return got
	}
	compare("run", "--json", "--select", "{ name: A } OR { name: V } OR { name: B } OR { name: D }")
	if caches, err := os.ReadDir(filepath.Join(with, ".millrace", "cache")); err != nil || len(caches) == 0 {
		t.Error("there is no cache", err)
	}
	compare("run", "--json", "--select", "{ name: B }")
	compare("run", "--json", "--select", "{ name: D }", "--only-changed")
	for _, folder := range []string{with, without} {
		putNode(t, folder, "A", "Stage", "SELECT 2 AS id")
	}
	compare("run", "--json", "--select", "{ name: A }")
	if again := compare("run", "--json", "--select", "{ name: B }", "--only-changed"); !strings.Contains(again, "definition changed") {
		t.Error("B was not built after A", again)
	}
	for _, folder := range []string{with, without} {
		putNode(t, folder, "V", "View", "SELECT 3 AS id")
	}
	compare("run", "--json", "--select", "{ name: B }", "--only-changed")
	compare("run", "--json", "--only-changed")
}
