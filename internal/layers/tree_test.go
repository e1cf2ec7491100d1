package layers_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const modulePath = "github.com/millrace/millrace"

// pkg is what the rules check of a package of the module.
type pkg struct {
	path    string   // folder in the module, with slashes
	doc     string   // first sentence of the doc comment
	imports []string // packages of this module imported by its files, tests left out
}

// listPackages reads the packages of the module with go list. With -e it also lists packages that do not build, because
// the compiler reports those.
func listPackages(t *testing.T, root string) []pkg {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Doc,Imports", "./...")
	command.Dir = root
	var stderr bytes.Buffer
	command.Stderr = &stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	packages, err := decodePackages(bytes.NewReader(output))
	if err != nil {
		t.Fatalf("read the output of go list: %v", err)
	}
	return packages
}

// decodePackages reads the stream of JSON objects that go list prints.
func decodePackages(stream io.Reader) ([]pkg, error) {
	var packages []pkg
	for decoder := json.NewDecoder(stream); ; {
		var listed struct {
			ImportPath string
			Doc        string
			Imports    []string
		}
		err := decoder.Decode(&listed)
		if errors.Is(err, io.EOF) {
			return packages, nil
		}
		if err != nil {
			return nil, err
		}
		next := pkg{path: folder(listed.ImportPath), doc: listed.Doc}
		for _, path := range listed.Imports {
			if path == modulePath || strings.HasPrefix(path, modulePath+"/") {
				next.imports = append(next.imports, folder(path))
			}
		}
		packages = append(packages, next)
	}
}

// folder returns the folder of a package of this module; "." is the root.
func folder(importPath string) string {
	if importPath == modulePath {
		return "."
	}
	return strings.TrimPrefix(importPath, modulePath+"/")
}

// goFiles lists the Go files of the module, including those that build tags exclude.
//
// The walk also keeps the cache of go test correct: a cached result is reused while the files and folders that the test
// itself opened are unchanged, and files that go list opens do not count.
func goFiles(t *testing.T, root string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && isForeign(path):
			return fs.SkipDir
		case !entry.IsDir() && strings.HasSuffix(path, ".go"):
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// isForeign reports whether a folder is outside the module: hidden, of another language, or a module of its own.
func isForeign(path string) bool {
	name := filepath.Base(path)
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "node_modules" {
		return true
	}
	_, err := os.Stat(filepath.Join(path, "go.mod"))
	return err == nil
}

// initFunctions returns the positions of init functions in a Go file that is not generated.
func initFunctions(path string, source []byte) ([]string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(file) {
		return nil, nil
	}
	var positions []string
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if ok && function.Recv == nil && function.Name.Name == "init" {
			positions = append(positions, fmt.Sprintf("%s:%d", path, files.Position(function.Pos()).Line))
		}
	}
	return positions, nil
}
