package difference_test

import (
	"testing/fstest"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// statesOf is what is stored after a deploy of everything.
func statesOf(c *compiler.Compilation) map[transform.NodeID]difference.State {
	states := map[transform.NodeID]difference.State{}
	for _, n := range c.Nodes() {
		if n.DeployEnabled {
			states[n.ID] = difference.StateOf(c, n)
		}
	}
	return states
}

// observedOf is an engine that has just what is stored, and calls types what projects call them.
func observedOf(states map[transform.NodeID]difference.State) difference.Observed {
	seen := difference.Observed{Objects: map[engine.Schema][]engine.Relation{}, TypeNames: map[string]string{}}
	for _, state := range states {
		if state.Kind != difference.Table && state.Kind != difference.View {
			continue
		}
		relation := engine.Relation{Name: state.Object, IsView: state.Kind == difference.View}
		for _, c := range state.Columns {
			relation.Columns = append(relation.Columns, engine.Column{Name: c.Name, Type: c.Type, Nullable: c.Nullable})
			seen.TypeNames[c.Type] = c.Type
		}
		seen.Objects[state.Schema] = append(seen.Objects[state.Schema], relation)
	}
	return seen
}

// files are a project by path.
type files map[string]string

func (f files) compile(o compiler.Options) *compiler.Compilation {
	folder := fstest.MapFS{}
	for path, content := range f {
		folder[path] = &fstest.MapFile{Data: []byte(content)}
	}
	return compiler.Compile(folder, o)
}
