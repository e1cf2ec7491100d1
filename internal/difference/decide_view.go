package difference

import "github.com/millrace/millrace/internal/transform"

// decideView decides about a view, which is dropped and created whenever it is not as it should be.
func decideView(n *nodeFacts) *decision {
	d := newDecision(n)
	switch {
	case n.observed == nil, !n.observed.IsView:
		d.replaceObject()
	case n.deployed == nil || n.deployed.IsDropped || n.isElsewhere || n.isAmbiguous():
		d.recreateView(Alter) // its query is not known
	case n.isMoved(), n.createChanged(), alwaysDeployed(n.node), n.hasDrift():
		d.columns = n.viewColumns()
		d.recreateView(Alter)
	}
	return d
}

// decideDependentView recreates an unchanged view because something changes that it reads.
func decideDependentView(n *nodeFacts) *decision {
	d := newDecision(n)
	d.recreateView(Rebuild)
	d.restoreProperties()
	return d
}

// recreateView drops the view and creates it in one transaction. Order splits that into two steps where it has to.
func (d *decision) recreateView(action Action) {
	d.action, d.replaces = action, true
	s := d.mainStep(AlterPhase, d.target())
	at := d.start
	at.Kind = View
	d.dropObject(s, at)
	d.create(s)
	d.setStateAfter(d.desired, s)
}

// viewColumns returns the columns that a view gets and loses, as far as both are known.
func (n *nodeFacts) viewColumns() []ColumnChange {
	was := make(map[transform.ColumnID]*StateColumn, len(n.deployed.Columns))
	for i := range n.deployed.Columns {
		was[n.deployed.Columns[i].ID] = &n.deployed.Columns[i]
	}
	var changes []ColumnChange
	for i := range n.desired.Columns {
		to := &n.desired.Columns[i]
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
	for i := range n.deployed.Columns {
		if column, isGone := was[n.deployed.Columns[i].ID]; isGone {
			changes = append(changes, ColumnChange{Column: column.ID, Name: column.Name, Action: ColumnDropped, From: column.Type})
		}
	}
	return changes
}
