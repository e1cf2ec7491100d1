package difference_test

import (
	"bytes"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/projectgen"
	"github.com/millrace/millrace/internal/transform"
)

// BenchmarkCompare is a large project of which nothing changed, or one node, or everything is new.
func BenchmarkCompare(b *testing.B) {
	files := projectgen.Generate(projectgen.Typical(1, 10_000)).FS()
	c := compiler.Compile(files, compiler.Options{DefaultDatabase: "main"})
	stored := statesOf(c)
	b.Run("nothing", func(b *testing.B) {
		measure(b, difference.Input{Desired: c, Stored: stored, Observed: observedOf(stored)}, 0)
	})
	edited, path := oneChange(b, files, c)
	changed := c.Edit(edited, path)
	b.Run("one", func(b *testing.B) {
		measure(b, difference.Input{Desired: changed, Stored: stored, Observed: observedOf(stored)}, 1)
	})
	b.Run("all", func(b *testing.B) { measure(b, difference.Input{Desired: c}, len(c.Nodes())) })
}

func measure(b *testing.B, in difference.Input, changes int) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		difference.Needs(in)
		if r := difference.Compare(in); len(r.Changes) < changes || changes == 0 && !r.IsEmpty() {
			b.Fatalf("%d changes: %+v", len(r.Changes), r.Changes[:min(len(r.Changes), 2)])
		}
	}
}

// oneChange drops the last column of a table that others read.
func oneChange(b *testing.B, files fs.FS, c *compiler.Compilation) (edited fstest.MapFS, path string) {
	b.Helper()
	edited = fstest.MapFS{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		edited[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range c.Nodes() {
		if n.IsSource || n.Kind != transform.YAMLNode || n.Materialization != "table" || len(c.Graph.Downstream(string(n.ID))) == 0 {
			continue
		}
		content := edited[n.File].Data
		if changed := bytes.Replace(content, []byte("dataType: VARCHAR"), []byte("dataType: BIGINT"), 1); !bytes.Equal(changed, content) {
			edited[n.File] = &fstest.MapFile{Data: changed}
			return edited, n.File
		}
	}
	b.Fatal("no node to change")
	return nil, ""
}
