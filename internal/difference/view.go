package difference

import (
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// decideView is for a view, which is dropped and made anew whenever it is not what it should be.
func (w *nodePlan) decideView() {
	switch {
	case w.there == nil, !w.there.IsView:
		w.replaceObject()
	case w.before == nil || w.before.IsDropped || w.isDeployedElsewhere(w.before) || w.isAmbiguous():
		w.setAction(Alter) // whether it is the same view cannot be told
		w.replaceView()
	case w.isMoved(), w.before.Prints.Create != w.after.Prints.Create, alwaysDeployed(w.node), w.driftOf(w.before, w.there) != "":
		w.setAction(Alter)
		w.change.Columns = w.viewColumns()
		w.replaceView()
	}
}

// replaceView drops the view and makes it anew, in one transaction. When that has to be two, arrange takes it apart.
func (w *nodePlan) replaceView() {
	w.isReplaced = true
	s := w.step(AlterPhase, "", w.goal())
	at := w.at
	at.Kind = View
	w.drop(s, at)
	w.create(s)
	w.drops, w.gives = s, s
	w.setStateAfter(w.after, s)
}

// viewColumns are the columns that a view gets and loses, as far as both are known.
func (w *nodePlan) viewColumns() []ColumnChange {
	was := make(map[transform.ColumnID]*StateColumn, len(w.before.Columns))
	for i := range w.before.Columns {
		was[w.before.Columns[i].ID] = &w.before.Columns[i]
	}
	var changes []ColumnChange
	for i := range w.after.Columns {
		to := &w.after.Columns[i]
		from, known := was[to.ID]
		delete(was, to.ID)
		switch {
		case !known:
			changes = append(changes, ColumnChange{Column: to.ID, Name: to.Name, Action: ColumnAdded, To: to.Type})
		case from.Name != to.Name:
			changes = append(changes, ColumnChange{Column: to.ID, Name: to.Name, Action: ColumnRenamed, From: from.Name, To: to.Name})
		case from.Type != to.Type && from.Type != "" && to.Type != "":
			changes = append(changes, ColumnChange{Column: to.ID, Name: to.Name, Action: ColumnRetyped, From: from.Type, To: to.Type})
		}
	}
	for i := range w.before.Columns {
		if column, isGone := was[w.before.Columns[i].ID]; isGone {
			changes = append(changes, ColumnChange{Column: column.ID, Name: column.Name, Action: ColumnDropped, From: column.Type})
		}
	}
	return changes
}

// rebuildViews adds the views that did not change and read something that does, directly or through other views. An engine
// either refuses to change what a view reads, or leaves a view behind that no longer fits. A view that is known to read other
// columns than those that change stays as it is. Views are found by what they will read, and by what they were deployed to
// read: a node of another id may take the place of one that is deleted.
func (c *comparison) rebuildViews() {
	queue := make([]transform.NodeID, 0, len(c.works))
	for _, w := range c.works {
		if w.isReplaced {
			queue = append(queue, w.id())
		}
	}
	if len(queue) == 0 {
		return
	}
	deployed := c.deployedReaders()
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		readers := slices.Clone(deployed[id])
		for _, key := range c.Desired.Graph.Downstream(string(id)) {
			readers = append(readers, transform.NodeID(key))
		}
		for _, reader := range readers {
			if before := c.stored(reader); before != nil && c.canKeepView(before, c.byID[id]) {
				continue
			}
			if c.rebuildView(reader) {
				queue = append(queue, reader)
			}
		}
	}
}

// deployedReaders are the views that were deployed to read each node.
func (c *comparison) deployedReaders() map[transform.NodeID][]transform.NodeID {
	readers := map[transform.NodeID][]transform.NodeID{}
	for _, id := range slices.Sorted(maps.Keys(c.Stored)) {
		state := c.Stored[id]
		if state.Kind != View {
			continue
		}
		for _, up := range state.Upstream {
			readers[up] = append(readers[up], id)
		}
	}
	return readers
}

// rebuildView adds one view; it is false for what is no view, and for what is made anew already.
func (c *comparison) rebuildView(id transform.NodeID) bool {
	w, isKnown := c.byID[id]
	if isKnown && (len(w.steps) > 0 || w.before == nil || w.after == nil) {
		return false
	}
	before, deployed := c.Stored[id]
	n, _ := c.Desired.Node(id)
	if !deployed || before.Kind != View || n == nil || !n.DeployEnabled || !isMade(n) {
		return false
	}
	if !isKnown {
		w = c.newWork(n)
		w.observe()
	}
	w.states = nil
	w.setAction(Rebuild)
	w.replaceView()
	if !isKnown {
		c.keep(w)
	}
	return true
}
