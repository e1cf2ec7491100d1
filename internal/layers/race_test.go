package layers_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRacePackages compares test/race-packages with the code: a package of the product is in the list if and only if it or
// its tests use goroutines or locks. The race detector finds nothing in the others and makes their tests several times slower.
func TestRacePackages(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	listed := racePackages(t, root)
	for name, row := range table() {
		if row.support || name == "api" {
			continue
		}
		folder := filepath.Join(root, filepath.FromSlash(name))
		want := hasTests(t, folder) && isConcurrent(t, folder)
		switch is := slices.Contains(listed, "./"+name); {
		case want && !is:
			t.Errorf("%s uses goroutines or locks: add ./%s to test/race-packages", name, name)
		case is && !want:
			t.Errorf("%s uses neither goroutines nor locks, or has no tests: remove ./%s from test/race-packages", name, name)
		}
	}
}

// racePackages reads the list: a package, then the tests that use several goroutines if not all tests are to run. A number
// sign starts a comment.
func racePackages(t *testing.T, root string) []string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, "test", "race-packages"))
	if err != nil {
		t.Fatal(err)
	}
	var packages []string
	for line := range strings.Lines(string(content)) {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		packages = append(packages, fields[0])
		for _, name := range fields[1:] {
			if !slices.Contains(testsOf(t, filepath.Join(root, fields[0])), strings.TrimSuffix(name, "/onSQLite")) {
				t.Errorf("test/race-packages: %s has no test %s", fields[0], name)
			}
		}
	}
	return packages
}

// TestNamesInRacePackagesAreUnique: .ci/run skips the tests that test/race-packages names in every package that it runs without
// the race detector, so a test of the same name in another package would never run.
func TestNamesInRacePackagesAreUnique(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	content, err := os.ReadFile(filepath.Join(root, "test", "race-packages"))
	if err != nil {
		t.Fatal(err)
	}
	owners, complete := map[string]string{}, map[string]bool{}
	for line := range strings.Lines(string(content)) {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 1 {
			complete[fields[0]] = true
		}
		for i := 1; i < len(fields); i++ {
			owners[strings.TrimSuffix(fields[i], "/onSQLite")] = fields[0]
		}
	}
	for name := range table() {
		for _, test := range testsOf(t, filepath.Join(root, filepath.FromSlash(name))) {
			if owner, named := owners[test]; named && owner != "./"+name && !complete["./"+name] {
				t.Errorf("%s has a test %s, and so has %s in test/race-packages: rename one of them", name, test, owner)
			}
		}
	}
}

// testsOf returns the names of the tests in a folder.
func testsOf(t *testing.T, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(content)) {
			if rest, isFunc := strings.CutPrefix(line, "func "); isFunc {
				if name, _, isTest := strings.Cut(rest, "(t *testing.T)"); isTest {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

func hasTests(t *testing.T, folder string) bool {
	t.Helper()
	tests, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return len(tests) > 0
}

// isConcurrent reports whether a file of the folder starts a goroutine or imports package sync or sync/atomic.
func isConcurrent(t *testing.T, folder string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(path string) bool {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		return importsSync(file) || startsGoroutine(file)
	})
}

func importsSync(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		return spec.Path.Value == `"sync"` || spec.Path.Value == `"sync/atomic"`
	})
}

func startsGoroutine(file *ast.File) bool {
	found := false
	ast.Inspect(file, func(node ast.Node) bool {
		_, isGo := node.(*ast.GoStmt)
		found = found || isGo
		return !found
	})
	return found
}
