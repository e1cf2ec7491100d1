package difference

import (
	"fmt"
	"slices"
)

// decideTable decides about a table that keeps its rows.
func decideTable(n *nodeFacts) *decision {
	d := newDecision(n)
	d.blockHiddenRows()
	switch {
	case n.observed == nil, n.observed.IsView:
		d.replaceObject()
		return d
	case n.desired.ColumnsUnknown && (n.deployed == nil || n.isElsewhere):
		d.adoptUncompared()
		return d
	}
	diff := compareColumns(n)
	d.columns, d.query = diff.changes, diff.query
	needsNewTable := n.needsNewTable(diff) || n.isMoved() && !n.canRename()
	switch {
	case needsNewTable && n.insertsRows():
		d.replaceObject() // copied rows would be there twice
	case needsNewTable:
		d.copyToNewTable(diff)
	case len(diff.changes) > 0 || n.isMoved():
		d.alterTable(diff)
	case n.deployed == nil:
		d.action = Adopt
		d.setStateAfter(n.desired, nil)
	}
	return d
}

// adoptUncompared adopts an existing table, although its create SQL does not tell which columns it should have.
func (d *decision) adoptUncompared() {
	d.action = Adopt
	d.setStateAfter(d.desired, nil)
	d.warn(Issue{
		Code:    CodeNotCompared,
		Message: fmt.Sprintf("%s exists and is adopted unchanged: its create SQL does not list the columns, so they are not compared", d.object()),
		Hint:    "Check it, and drop it manually if it is not what the node defines; the next plan creates it.",
	})
}

// needsNewTable reports whether statements about columns cannot make all the changes.
func (n *nodeFacts) needsNewTable(diff *columnDiff) bool {
	wasTable := n.deployed != nil && n.deployed.Kind == Table
	switch {
	case alwaysDeployed(n.node), n.isAmbiguous() && n.isPartlyUnseen():
		return true
	case wasTable && (n.deployed.ColumnsUnknown || n.desired.ColumnsUnknown): // its columns are not those of the node
		return n.createChanged()
	case n.keepsNothing(diff):
		return true
	case n.needsOtherType(diff):
		return true
	case n.desired.HasParts && len(diff.changes) > 0:
		return true // engines reject most changes of columns with indexes
	case !wasTable:
		return diff.hasUnknownType
	default:
		return n.deployed.Fingerprints.Frame != n.desired.Fingerprints.Frame || diff.hasUnknownType || n.keyChanged(diff)
	}
}

// needsOtherType reports whether a column that keeps its values gets a type that the engine cannot give it in place, or becomes NOT
// NULL on an engine that cannot do that in place.
func (n *nodeFacts) needsOtherType(diff *columnDiff) bool {
	if n.dialect.Capabilities().RequiresOnlyInNewTables && n.requiresInPlace(diff) {
		return true
	}
	return slices.ContainsFunc(diff.kept, func(k keptColumn) bool {
		return !n.sameType(k.to.Type, k.from.Type) && !n.losesValues(k) && !n.dialect.CanSetType(k.from.Type, n.typeName(k.to.Type))
	})
}

// requiresInPlace reports whether a column of the table, or a new one, becomes NOT NULL.
func (n *nodeFacts) requiresInPlace(diff *columnDiff) bool {
	return slices.ContainsFunc(diff.added, func(c *StateColumn) bool { return !c.Nullable }) ||
		slices.ContainsFunc(diff.kept, func(k keptColumn) bool { return k.from.Nullable && !k.to.Nullable })
}

// isPartlyUnseen reports whether the catalog does not show everything that matters about the table.
func (n *nodeFacts) isPartlyUnseen() bool {
	return n.deployed.ColumnsUnknown || n.desired.ColumnsUnknown || n.hasParts()
}

// keyChanged reports whether another column becomes the surrogate key, or none is any more.
func (n *nodeFacts) keyChanged(diff *columnDiff) bool {
	if n.deployed.Key == "" || n.desired.Key == "" {
		return n.deployed.Key != n.desired.Key
	}
	for _, k := range diff.kept {
		if k.to.Name == n.desired.Key {
			return !n.sameName(k.from.Name, n.deployed.Key)
		}
	}
	return true
}

// canRename reports whether statements can rename or move the table. They cannot if it has a key sequence of its own, because
// the sequence keeps its name. Nor can a table with a key move to another schema: its sequence moves along under the first
// name of the table, which another sequence may have there.
func (n *nodeFacts) canRename() bool {
	if n.start.Key != "" && n.dialect.KeepsKeySequence() || n.desired.HasParts {
		return false
	}
	from, to := n.start.Schema, n.target().Schema
	return n.sameSchema(from, to) || from.Database == to.Database && n.start.Key == "" && n.dialect.MovesTables()
}
