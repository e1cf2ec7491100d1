package workspace_test

import (
	"fmt"
	"io/fs"
	"testing"

	"github.com/millrace/millrace/internal/projectgen"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// newLargeFixture returns a fixture with a project of many nodes that has been compiled once.
func newLargeFixture(b *testing.B, nodes int) *fixture {
	b.Helper()
	f := newFixture(b)
	files := map[string][]byte{}
	generated := projectgen.Generate(projectgen.Typical(1, nodes)).FS()
	must(b, fs.WalkDir(generated, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[path], err = fs.ReadFile(generated, path)
		return err
	}))
	f.put(files)
	if found := len(f.view().Compilation.Nodes()); found < nodes {
		b.Fatalf("the project has %d nodes", found)
	}
	b.ResetTimer()
	return f
}

// BenchmarkEditNode measures one user in a large project: each edit is stored, and what depends on it is compiled.
func BenchmarkEditNode(b *testing.B) {
	for _, nodes := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(nodes), func(b *testing.B) {
			f := newLargeFixture(b, nodes)
			n := yamlNode(b, f.view())
			for i := 0; b.Loop(); i++ {
				draft := *n.Node
				draft.Description = fmt.Sprintf("edit %d", i)
				_, err := f.SetNode(b.Context(), f.actor, f.id, n.ID, workspace.NodeDraft{Node: draft})
				must(b, err)
			}
		})
	}
}

func yamlNode(b *testing.B, v *workspace.Revision) *transformNode {
	b.Helper()
	for _, n := range v.Compilation.Nodes() {
		if n.Kind == transform.YAMLNode && !n.IsSource && len(n.Sources) > 0 && n.Sources[0].Join != "" {
			return &transformNode{n.Node, n.ID}
		}
	}
	b.Fatal("no YAML node found")
	return nil
}

type transformNode struct {
	*transform.Node

	ID transform.NodeID
}

func BenchmarkCreateNode(b *testing.B) {
	f := newLargeFixture(b, 10_000)
	n := yamlNode(b, f.view())
	for b.Loop() {
		_, err := f.CreateNode(b.Context(), f.actor, f.id, workspace.NewNode{Type: "Stage", Predecessors: []transform.NodeID{n.ID}})
		must(b, err)
	}
}

func BenchmarkRenameNode(b *testing.B) {
	f := newLargeFixture(b, 10_000)
	n := yamlNode(b, f.view())
	for i := 0; b.Loop(); i++ {
		_, err := f.RenameNode(b.Context(), f.actor, f.id, n.ID, workspace.Rename{Name: fmt.Sprintf("RENAMED_%d", i)})
		must(b, err)
	}
}

func BenchmarkCreateJob(b *testing.B) {
	f := newLargeFixture(b, 10_000)
	for b.Loop() {
		_, err := f.CreateJob(b.Context(), f.actor, f.id, workspace.JobDraft{Name: "Daily", Include: "{ * }"})
		must(b, err)
	}
}

func BenchmarkFirstRead(b *testing.B) {
	f := newLargeFixture(b, 10_000)
	for b.Loop() {
		_, err := f.newService().CurrentRevision(b.Context(), f.actor.Organization, f.id)
		must(b, err)
	}
}
