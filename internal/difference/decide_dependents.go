package difference

import (
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// decisions are the decisions about all nodes.
type decisions struct {
	all    []*decision // in the order of the project, then deleted nodes, then dependent views
	byNode map[transform.NodeID]*decision
}

// decideAll decides about every node that may change, and about the views that depend on those that do.
func decideAll(f *facts) *decisions {
	ds := &decisions{byNode: map[transform.NodeID]*decision{}}
	for _, n := range f.changed {
		if !n.HasErrors() && n.Type != nil && n.Create != nil { // otherwise the compiler's findings block the plan
			ds.add(decideNode(f.nodeFacts(n)))
		}
	}
	for _, id := range f.removed {
		ds.add(decideDelete(f.removedFacts(id)))
	}
	ds.addDependentViews(f)
	return ds
}

func (ds *decisions) add(d *decision) {
	ds.all = append(ds.all, d)
	ds.byNode[d.id()] = d
}

// changes returns the decisions by which something happens.
func (ds *decisions) changes() []*decision {
	list := make([]*decision, 0, len(ds.all))
	for _, d := range ds.all {
		if !d.isIdle() {
			list = append(list, d)
		}
	}
	return list
}

// addDependentViews recreates the unchanged views that read something that is replaced, directly or through other views. An
// engine either refuses to change what a view reads, or leaves a view that no longer fits. A view that reads other columns
// than those that change stays. Views are found by what they will read and by what they were deployed to read, because a node
// of another id may get the name of a deleted one.
func (ds *decisions) addDependentViews(f *facts) {
	var queue []*decision
	for _, d := range ds.all {
		if d.replaces {
			queue = append(queue, d)
		}
	}
	if len(queue) == 0 {
		return
	}
	deployed := f.deployedReaders()
	for len(queue) > 0 {
		replaced := queue[0]
		queue = queue[1:]
		readers := slices.Clone(deployed[replaced.id()])
		for _, key := range f.in.Desired.Graph.Downstream(string(replaced.id())) {
			readers = append(readers, transform.NodeID(key))
		}
		for _, reader := range readers {
			if state := f.state(reader); state != nil && replaced.keepsView(state) {
				continue
			}
			if d := ds.addDependentView(f, reader); d != nil {
				queue = append(queue, d)
			}
		}
	}
}

// deployedReaders returns the views that were deployed to read each node.
func (f *facts) deployedReaders() map[transform.NodeID][]transform.NodeID {
	readers := map[transform.NodeID][]transform.NodeID{}
	for _, id := range slices.Sorted(maps.Keys(f.stored)) {
		state := f.stored[id]
		if state.Kind != View {
			continue
		}
		for _, up := range state.Upstream {
			readers[up] = append(readers[up], id)
		}
	}
	return readers
}

// addDependentView recreates one view. It returns nil if the node is not a view or is recreated already.
func (ds *decisions) addDependentView(f *facts, id transform.NodeID) *decision {
	decided, isDecided := ds.byNode[id]
	if isDecided && (len(decided.steps) > 0 || !decided.isIdle() && (decided.deployed == nil || decided.desired == nil)) {
		return nil
	}
	n, _ := f.in.Desired.Node(id)
	if state, ok := f.stored[id]; !ok || state.Kind != View || n == nil || !n.DeployEnabled || !hasObject(n) {
		return nil
	}
	if isDecided {
		*decided = *decideDependentView(decided.nodeFacts)
		return decided
	}
	d := decideDependentView(f.nodeFacts(n))
	ds.add(d)
	return d
}

// keepsView reports whether a view can stay although columns of what it reads change, because it reads other columns. It is
// false for engines that do not report what their views read.
func (d *decision) keepsView(view *State) bool {
	if d.alter == nil || d.isMoved() || d.observed == nil {
		return false
	}
	at := d.keyOf(view.ObjectRef())
	for i := range d.observed.Dependents {
		dependent := &d.observed.Dependents[i]
		if d.dependentKey(dependent) == at {
			return len(dependent.Columns) > 0 && !d.affectsColumns(dependent, true)
		}
	}
	return false
}

// dependentKey returns the key of a view that reads the object of the node.
func (n *nodeFacts) dependentKey(view *engine.DependentView) objectKey {
	return n.key(engine.Schema{Database: n.source.Schema.Database, Name: view.Schema}, view.Name)
}

// affectsColumns reports whether a view reads a column that is dropped or gets another type or, if renames count, another name.
func (d *decision) affectsColumns(view *engine.DependentView, renamesCount bool) bool {
	isRead := func(column *engine.Column) bool { return slices.Contains(view.Columns, column.Name) }
	return slices.ContainsFunc(d.alter.dropped, isRead) || slices.ContainsFunc(d.alter.kept, func(k keptColumn) bool {
		return isRead(k.from) && (!d.sameType(k.to.Type, k.from.Type) || renamesCount && k.from.Name != k.to.Name)
	})
}
