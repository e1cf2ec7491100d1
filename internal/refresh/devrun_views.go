package refresh

import (
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// dependentViews finds the views that must be dropped before what they read is changed, on engines where views block changes.
type dependentViews struct {
	compilation *compiler.Compilation
	changes     map[transform.NodeID]*difference.Change
	views       map[transform.NodeID]bool // nodes whose object is a view in the engine
	planned     map[transform.NodeID]bool
}

func newDependentViews(in difference.Input, changes map[transform.NodeID]*difference.Change, planned plan.Plan) *dependentViews {
	c := in.Desired
	r := &dependentViews{compilation: c, changes: changes, views: map[transform.NodeID]bool{}, planned: map[transform.NodeID]bool{}}
	if !c.Renderer.Dialect().Capabilities().ViewsBlockChanges {
		return r
	}
	for i := range planned.Nodes {
		r.planned[planned.Nodes[i].ID] = true
	}
	type view struct {
		schema engine.Schema
		name   string // in lower case
	}
	views := map[view]bool{}
	for schema, relations := range in.Observed.Objects {
		for i := range relations {
			if relations[i].IsView {
				views[view{schema, strings.ToLower(relations[i].Name)}] = true
			}
		}
	}
	for _, n := range c.Nodes() {
		mapping := c.Renderer.MappingOf(n.Node)
		r.views[n.ID] = views[view{engine.Schema{Database: mapping.Database, Name: mapping.Schema}, strings.ToLower(n.Name)}]
	}
	return r
}

// recreate returns the stages that drop the views that read a node, the farthest first, and the stages that create those of
// them again that are not part of the run. The run itself creates the others.
func (r *dependentViews) recreate(id transform.NodeID) (before, after []plan.Stage) {
	dialect := r.compilation.Renderer.Dialect()
	for _, n := range r.all(id) {
		name := r.compilation.Renderer.Name(n.Ref())
		before = append(before, plan.Stage{Name: "Drop view " + n.Name, Kind: plan.SQL, SQL: dialect.DropView(name)})
		if !r.planned[n.ID] {
			after = append(r.create(n), after...)
		}
	}
	return before, after
}

// create returns the stages that create a dropped view as a run of it would, which also restores its grants, owner and comments.
func (r *dependentViews) create(n *compiler.Node) []plan.Stage {
	name := "Recreate view " + n.Name
	if change := r.changes[n.ID]; change != nil && len(change.Steps) > 0 {
		stages := stagesOf(change)
		for i := range stages {
			stages[i].Name = name + ": " + stages[i].Name
		}
		return stages
	}
	if n.Create == nil {
		return nil
	}
	var stages []plan.Stage
	for _, stage := range n.Create.Stages {
		if stage.Type == render.SQLStage {
			stages = append(stages, plan.Stage{Name: name, Kind: plan.SQL, SQL: stage.SQL})
		}
	}
	return stages
}

// all returns the views that read a node, in the order of the method of.
func (r *dependentViews) all(id transform.NodeID) []*compiler.Node {
	return r.of(id, map[transform.NodeID]bool{id: true})
}

// of returns the views that read a node, directly or through other views, each after those that read it.
func (r *dependentViews) of(id transform.NodeID, seen map[transform.NodeID]bool) []*compiler.Node {
	var found []*compiler.Node
	for _, key := range r.compilation.Graph.Downstream(string(id)) {
		reader := transform.NodeID(key)
		n, ok := r.compilation.Node(reader)
		if !ok || seen[reader] || !r.views[reader] {
			continue
		}
		seen[reader] = true
		found = append(found, r.of(reader, seen)...)
		found = append(found, n)
	}
	return found
}
