package projectfile_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// seeds adds the files of the samples with an extension.
func seeds(f *testing.F, folder, extension string) {
	f.Helper()
	for _, root := range []string{"testdata/plain/" + folder, "testdata/odd/" + folder} {
		entries, err := os.ReadDir(root)
		if err != nil {
			f.Fatal(err)
		}
		for _, entry := range entries {
			file := root + "/" + entry.Name() + extension
			if content, err := os.ReadFile(file); err == nil {
				f.Add(string(content))
			}
			if content, err := os.ReadFile(root + "/" + entry.Name()); err == nil {
				f.Add(string(content))
			}
		}
	}
}

// checkComplete fails if a finding has no message or position.
func checkComplete(t *testing.T, found []diagnostic.Diagnostic) {
	t.Helper()
	for _, d := range found {
		if d.File == "" || d.Code == "" || d.Message == "" || d.Severity == "" || d.Line < 0 || d.Column < 0 {
			t.Fatalf("a finding is not complete: %+v", d)
		}
	}
}

// FuzzYAMLNode reads any text as a node and writes it back: everything that was read is preserved.
func FuzzYAMLNode(f *testing.F) {
	seeds(f, "nodes", "")
	f.Fuzz(func(t *testing.T, content string) {
		n, found := projectfile.ParseNode("nodes/A-N.yml", content)
		checkComplete(t, found)
		if n.ID == "" || n.Ref() == (transform.NodeRef{}) {
			t.Fatalf("the node cannot be used: %+v", n)
		}
		written, err := projectfile.WriteNode(n, []byte(content))
		if err != nil {
			return
		}
		again, _ := projectfile.ParseNode("nodes/A-N.yml", string(written))
		if diff := cmp.Diff(n, again, withoutPositions()); diff != "" {
			t.Fatalf("%q\nwas written as\n%s\nand changed:\n%s", content, written, diff)
		}
	})
}

// FuzzSQLNode reads any text as a SQL node and compares it with a type.
func FuzzSQLNode(f *testing.F) {
	seeds(f, "nodes", "")
	f.Fuzz(func(t *testing.T, content string) {
		n, found := projectfile.ParseNode("nodes/A-N.sql", content)
		checkComplete(t, found)
		if n.ID == "" || n.Name != "N" || n.Location != "A" {
			t.Fatalf("the node cannot be used: %+v", n)
		}
		checkComplete(t, projectfile.ApplyAnnotations(annotatedType(), n))
		formatted, _, err := projectfile.Format("nodes/A-N.sql", []byte(content))
		if err != nil {
			return
		}
		if again, isChanged, _ := projectfile.Format("nodes/A-N.sql", formatted); isChanged {
			t.Fatalf("formatted twice:\n%q\n%q", formatted, again)
		}
	})
}

// FuzzDefinition reads any text as a node type and writes it back.
func FuzzDefinition(f *testing.F) {
	seeds(f, "nodeTypes", "/definition.yml")
	f.Fuzz(func(t *testing.T, content string) {
		files := projectfile.NodeTypeFiles{Folder: "nodeTypes/A-1", Definition: content}
		nodeType, found := projectfile.ParseNodeType(files)
		checkComplete(t, found)
		if nodeType.ID == "" {
			t.Fatalf("the type cannot be used: %+v", nodeType)
		}
		written, err := projectfile.WriteNodeType(&nodeType, []byte(content))
		if err != nil {
			return
		}
		files.Definition = string(written)
		again, _ := projectfile.ParseNodeType(files)
		if again.SpecText != nodeType.SpecText || again.ID != nodeType.ID || again.Name != nodeType.Name {
			t.Fatalf("%q\nwas written as\n%s\nand changed", content, written)
		}
	})
}
