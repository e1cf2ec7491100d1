package projectgen_test

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/projectgen"
)

func TestEditsChangeOneFile(t *testing.T) {
	t.Parallel()
	p := projectgen.Generate(projectgen.Typical(1, 200))
	edits := p.Edits(1, 400)
	meaningful := 0
	for _, e := range edits {
		old, ok := p.Files[e.Path]
		if !ok || bytes.Equal(old, e.Content) {
			t.Errorf("%s: %s is no change of a file of the project", e.Path, e.Description)
		}
		if e.NodeID != "" && !slices.Contains(p.NodeIDs(), e.NodeID) {
			t.Errorf("%s: %s names an unknown node", e.Path, e.Description)
		}
		if e.ChangesMeaning {
			meaningful++
		}
	}
	if len(edits) != 400 || meaningful != 200 {
		t.Errorf("%d edits, %d of them with a meaning; want 400 and 200", len(edits), meaningful)
	}
}

func TestEditsFollowFromTheSeed(t *testing.T) {
	t.Parallel()
	p := projectgen.Generate(projectgen.Typical(1, 100))
	if !reflect.DeepEqual(p.Edits(4, 50), p.Edits(4, 50)) {
		t.Error("two lists of one seed differ")
	}
	if reflect.DeepEqual(p.Edits(4, 50), p.Edits(5, 50)) {
		t.Error("two seeds give the same list")
	}
}

func TestEditedProjectsCompile(t *testing.T) {
	t.Parallel()
	p := projectgen.Generate(projectgen.Options{Seed: 1, Nodes: 60, SQLShare: 0.5, MacroHeavy: 0.1})
	whole := compiler.Compile(p.FS(), compiler.Options{})
	for _, e := range p.Edits(9, 60) {
		old := p.Files[e.Path]
		p.Files[e.Path] = e.Content
		for _, d := range whole.Edit(p.FS(), e.Path).Diagnostics {
			t.Errorf("%s: %s", e.Description, d)
		}
		p.Files[e.Path] = old
	}
}
