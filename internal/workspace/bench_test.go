package workspace_test

import (
	"fmt"
	"io/fs"
	"testing"

	"github.com/millrace/millrace/internal/projectgen"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// large is an office with a project of many nodes, looked at once.
func large(b *testing.B, nodes int) *office {
	b.Helper()
	o := newOffice(b)
	files := map[string][]byte{}
	generated := projectgen.Generate(projectgen.Typical(1, nodes)).FS()
	must(b, fs.WalkDir(generated, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[path], err = fs.ReadFile(generated, path)
		return err
	}))
	o.put(files)
	if found := len(o.view().Compilation.Nodes()); found < nodes {
		b.Fatalf("there are %d nodes", found)
	}
	b.ResetTimer()
	return o
}

// BenchmarkEditNode is one person at work in a large project: each edit is stored, and what depends on it compiled.
func BenchmarkEditNode(b *testing.B) {
	for _, nodes := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(nodes), func(b *testing.B) {
			o := large(b, nodes)
			n := yamlNode(b, o.view())
			for i := 0; b.Loop(); i++ {
				draft := *n.Node
				draft.Description = fmt.Sprintf("edit %d", i)
				_, err := o.SetNode(b.Context(), o.actor, o.id, n.ID, workspace.NodeDraft{Node: draft})
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
	b.Fatal("there is no such node")
	return nil
}

type transformNode struct {
	*transform.Node

	ID transform.NodeID
}

func BenchmarkCreateNode(b *testing.B) {
	o := large(b, 10_000)
	n := yamlNode(b, o.view())
	for b.Loop() {
		_, err := o.CreateNode(b.Context(), o.actor, o.id, workspace.NewNode{Type: "Stage", Predecessors: []transform.NodeID{n.ID}})
		must(b, err)
	}
}

func BenchmarkRenameNode(b *testing.B) {
	o := large(b, 10_000)
	n := yamlNode(b, o.view())
	for i := 0; b.Loop(); i++ {
		_, err := o.RenameNode(b.Context(), o.actor, o.id, n.ID, workspace.Rename{Name: fmt.Sprintf("RENAMED_%d", i)})
		must(b, err)
	}
}

func BenchmarkCreateJob(b *testing.B) {
	o := large(b, 10_000)
	for b.Loop() {
		_, err := o.CreateJob(b.Context(), o.actor, o.id, workspace.JobDraft{Name: "Daily", Include: "{ * }"})
		must(b, err)
	}
}

func BenchmarkFirstLook(b *testing.B) {
	o := large(b, 10_000)
	for b.Loop() {
		_, err := o.another().View(b.Context(), o.actor.Organization, o.id)
		must(b, err)
	}
}
