package compiler_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/projectgen"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// with returns the files of a project with one of them replaced, or removed if the content is nil.
func with(p *projectgen.Project, file string, content []byte) fs.FS {
	files := make(fstest.MapFS, len(p.Files))
	for name, text := range p.Files {
		files[name] = &fstest.MapFile{Data: text}
	}
	files[file] = &fstest.MapFile{Data: content}
	if content == nil {
		delete(files, file)
	}
	return files
}

// outline is the part of a compilation that must be equal for two compilations of one project.
type outline struct {
	Diagnostics []string
	Order       []string
	Edges       []graph.Edge[string]
	Nodes       map[transform.NodeID]nodeOutline
}

type nodeOutline struct {
	Fingerprint, Opaque string
	Columns             []transform.Column
	Create, Run         []render.Stage
	Lineage             any
}

func outlineOf(c *compiler.Compilation) outline {
	o := outline{Order: c.Graph.Order(), Edges: c.Graph.Edges(), Nodes: map[transform.NodeID]nodeOutline{}}
	for _, d := range c.Diagnostics {
		o.Diagnostics = append(o.Diagnostics, d.String())
	}
	for _, n := range c.Nodes() {
		item := nodeOutline{Fingerprint: n.Fingerprint, Opaque: n.Opaque, Columns: n.Columns}
		if n.Create != nil {
			item.Create = n.Create.Stages
		}
		if n.Run != nil {
			item.Run = n.Run.Stages
		}
		item.Lineage, _ = c.Lineage.Node(n.ID)
		o.Nodes[n.ID] = item
	}
	return o
}

// An edit must produce the same result as a full compilation of the edited files.
func TestEditIsTheSameAsCompilingAgain(t *testing.T) {
	t.Parallel()
	p := projectgen.Generate(projectgen.Typical(7, 90))
	before := compiler.Compile(p.FS(), compiler.Options{})
	untouched := outlineOf(before)
	for _, edit := range p.Edits(3, 40) {
		fsys := with(p, edit.Path, edit.Content)
		got, want := before.Edit(fsys, edit.Path), compiler.Compile(fsys, compiler.Options{})
		if diff := cmp.Diff(outlineOf(want), outlineOf(got)); diff != "" {
			t.Fatalf("%s in %s:\n%s", edit.Description, edit.Path, diff)
		}
	}
	if diff := cmp.Diff(untouched, outlineOf(before)); diff != "" {
		t.Errorf("edits changed the compilation that they started from:\n%s", diff)
	}
}

// Nodes are added, deleted, broken and renamed. After every edit the result must equal a full compilation.
func TestChainsOfEdits(t *testing.T) {
	t.Parallel()
	p := projectgen.Generate(projectgen.Typical(11, 80))
	nodes := compiler.Compile(p.FS(), compiler.Options{}).Nodes()
	first, second := nodes[len(nodes)/4].File, nodes[len(nodes)/2].File
	steps := []struct {
		what, file string
		content    []byte
	}{
		{"delete a node", first, nil},
		{"delete another node", second, nil},
		{"restore the first node", first, p.Files[first]},
		{"break it", first, []byte("id: [")},
		{"copy another node", first, p.Files[nodes[0].File]},
		{"restore it", first, p.Files[first]},
		{"restore the second node", second, p.Files[second]},
		{"change nothing", second, p.Files[second]},
	}
	files := fstest.MapFS{}
	for name, text := range p.Files {
		files[name] = &fstest.MapFile{Data: text}
	}
	c := compiler.Compile(files, compiler.Options{})
	for _, step := range steps {
		if step.content == nil {
			delete(files, step.file)
		} else {
			files[step.file] = &fstest.MapFile{Data: step.content}
		}
		c = c.Edit(files, step.file)
		if diff := cmp.Diff(outlineOf(compiler.Compile(files, compiler.Options{})), outlineOf(c)); diff != "" {
			t.Fatalf("%s:\n%s", step.what, diff)
		}
	}
}
