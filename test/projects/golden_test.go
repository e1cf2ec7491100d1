package projects_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
)

//nolint:gochecknoglobals // a flag of the test program
var update = flag.Bool("update", false, "write the golden files")

// compile compiles a project in a folder next to the tests.
func compile(t *testing.T, folder string, o compiler.Options) *compiler.Compilation {
	t.Helper()
	if _, err := os.Stat(filepath.Join(folder, "data.yml")); err != nil {
		t.Fatal(err)
	}
	return compiler.Compile(os.DirFS(folder), o)
}

// wantGolden compares with a file in testdata and shows the first line that differs.
func wantGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(name))
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	wantLines, gotLines := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range max(len(wantLines), len(gotLines)) {
		if w, g := lineAt(wantLines, i), lineAt(gotLines, i); w != g {
			t.Errorf("%s line %d\n want %s\n  got %s", path, i+1, w, g)
			t.Log("if the change is intended: go test ./test/projects -update, and review the difference")
			return
		}
	}
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}
