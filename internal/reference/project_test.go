package reference_test

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/transform"
)

// project returns the project of the examples with further files.
func project(t *testing.T, files map[string]string) fstest.MapFS {
	t.Helper()
	all := fstest.MapFS{}
	root := os.DirFS("examples/project")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, name)
		all[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

// fileOf returns the path of an example, which is in its first line.
func fileOf(t *testing.T, text string) string {
	t.Helper()
	line, _, _ := strings.Cut(text, "\n")
	name, _, _ := strings.Cut(strings.TrimLeft(line, "-# "), ",")
	if !strings.HasPrefix(name, "nodes/") {
		t.Fatalf("the first line of the example is %q, want a comment with its path", line)
	}
	return name
}

// compile compiles the project with an example and returns the node of the example. A finding fails the test.
func compile(t *testing.T, text string) *compiler.Node {
	t.Helper()
	file := fileOf(t, text)
	location, name, _ := strings.Cut(strings.TrimSuffix(path.Base(file), path.Ext(file)), "-")
	return compileWith(t, map[string]string{file: text}, transform.NodeRef{Location: location, Name: name})
}

// compileWith compiles the project with further files and returns a node. A finding fails the test.
func compileWith(t *testing.T, files map[string]string, ref transform.NodeRef) *compiler.Node {
	t.Helper()
	c := compiler.Compile(project(t, files), compiler.Options{})
	for _, d := range c.Diagnostics {
		t.Errorf("%s\n  %s", d, d.Hint)
	}
	for _, n := range c.Nodes() {
		if n.Ref() == ref {
			return n
		}
	}
	t.Fatalf("there is no node %s", ref)
	return nil
}

// stages returns the stages of a run of a node.
func stages(t *testing.T, n *compiler.Node) string {
	t.Helper()
	if n.Run == nil {
		t.Fatalf("%s has no run", n.Ref())
	}
	var text strings.Builder
	for _, s := range n.Run.Stages {
		text.WriteString("-- " + s.Name + "\n" + s.SQL + "\n")
	}
	return text.String()
}
