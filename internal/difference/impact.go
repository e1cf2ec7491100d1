package difference

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// maxImpact limits the number of readers that are listed for a change.
const maxImpact = 1000

// impactList collects what reads a node that changes.
type impactList struct {
	*decision

	list    []Impact
	hasMore bool // more than is listed
}

// impact lists what reads the part of a node that changes. The readers of what is dropped or renamed are in the deployed
// project; the other readers are in the desired one.
func (d *decision) impact() ([]Impact, bool) {
	l := &impactList{decision: d}
	switch {
	case d.action == Delete:
		l.trace(d.deployedProject(), "")
	case d.action != Alter:
	case d.isRenamed() || d.changesKind():
		l.trace(d.in.Desired, "")
	default:
		for _, c := range d.columns {
			switch c.Action {
			case ColumnDropped, ColumnRenamed:
				l.trace(d.deployedProject(), c.Column)
			case ColumnRetyped:
				l.trace(d.in.Desired, c.Column)
			case ColumnAdded, ColumnNullable, ColumnDefaulted:
			}
		}
	}
	return l.list, l.hasMore
}

// deployedProject returns the project that contains the node until now; nil if it is not known.
func (n *nodeFacts) deployedProject() *compiler.Compilation {
	if n.in.Deployed == nil || n.deployed == nil {
		return nil
	}
	return n.in.Deployed(n.deployed.ID)
}

// trace adds what reads a column, or any column of the node if column is empty.
func (l *impactList) trace(in *compiler.Compilation, column transform.ColumnID) {
	if in == nil {
		return
	}
	found := in.Lineage.Downstream(lineage.Endpoint{Node: l.id(), Column: column}, lineage.Reach{Uses: lineage.UsesShown})
	seen := map[lineage.Endpoint]bool{}
	of := l.changedName(column)
	for _, step := range found.Steps {
		if seen[step.To] {
			continue
		}
		seen[step.To] = true
		l.add(in, Impact{Node: step.To.Node, Column: step.To.Column, Of: of, How: step.Use.String()})
	}
	for _, opaque := range found.Opaque {
		if opaque.Node != l.id() {
			l.add(in, Impact{Node: opaque.Node, Of: of, How: "reads"})
		}
	}
}

func (l *impactList) add(in *compiler.Compilation, i Impact) {
	if len(l.list) >= maxImpact {
		l.hasMore = true
		return
	}
	if n, ok := in.Node(i.Node); ok {
		i.Name = n.Ref().String()
		i.ColumnName = columnName(n, i.Column)
	}
	l.list = append(l.list, i)
}

// columnName returns the name of a column.
func columnName(n *compiler.Node, id transform.ColumnID) string {
	for i := range n.Columns {
		if n.Columns[i].ID == id {
			return n.Columns[i].Name
		}
	}
	return string(id)
}

// changedName returns the name of a column that changes.
func (d *decision) changedName(id transform.ColumnID) string {
	for _, c := range d.columns {
		if c.Column == id {
			return c.Name
		}
	}
	return string(id)
}
