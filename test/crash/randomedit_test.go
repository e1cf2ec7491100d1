package crash_test

import (
	"math/rand/v2"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// The minimum and maximum number of nodes of a random project.
const (
	minNodes = 12
	maxNodes = 20
)

// edit changes the project the given number of times and describes the changes. It skips an edit that the chosen node
// does not allow.
func (s *randomProject) edit(times int) []string {
	edits := map[string]func(*randomNode) bool{
		"add a column": s.addColumn, "drop a column": s.dropColumn, "rename a column": s.renameColumn, "retype a column": s.retypeColumn,
		"add a node": s.addNode, "delete a node": s.deleteNode, "rename a node": s.renameNode, "move a node": s.moveNode,
		"swap names": s.swapNames, "table to view": s.toView, "view to table": s.toTable, "switch deploy": s.switchDeploy,
	}
	names := make([]string, 0, len(edits))
	for name := range edits {
		names = append(names, name)
	}
	slices.Sort(names)
	var done []string
	for len(done) < times {
		name, node := pick(names), pick(s.nodes)
		if edits[name](node) {
			done = append(done, name+" ("+node.Name+")")
		}
	}
	return done
}

func pick[T any](list []T) T { return list[rand.IntN(len(list))] }

// readers returns the nodes that read a node.
func (s *randomProject) readers(of *randomNode) []*randomNode {
	var readers []*randomNode
	for _, n := range s.nodes {
		if n.from == of {
			readers = append(readers, n)
		}
	}
	return readers
}

func (s *randomProject) addColumn(n *randomNode) bool {
	id := transform.ColumnID(s.name("c"))
	if n.from != nil {
		var missing []*transform.Column
		for _, column := range n.from.dataColumns() {
			if !n.has(column.ID) {
				missing = append(missing, column)
			}
		}
		if len(missing) == 0 {
			return false
		}
		id = pick(missing).ID
	}
	added := newColumn(id)
	added.Name = s.name("C") // another column may have its default name
	// System columns stay after the node's own columns.
	n.Columns = slices.Insert(n.Columns, slices.IndexFunc(n.Columns, func(c transform.Column) bool { return c.ID == key }), added)
	return true
}

func (s *randomProject) dropColumn(n *randomNode) bool {
	own := n.dataColumns()
	column := pick(own)
	if len(own) < 3 || column.ID == key {
		return false
	}
	s.dropFromReaders(n, column.ID)
	return true
}

// dropFromReaders drops a column from a node and from all nodes that read it.
func (s *randomProject) dropFromReaders(n *randomNode, id transform.ColumnID) {
	n.Columns = slices.DeleteFunc(slices.Clone(n.Columns), func(c transform.Column) bool { return c.ID == id })
	for _, reader := range s.readers(n) {
		s.dropFromReaders(reader, id)
	}
}

func (s *randomProject) renameColumn(n *randomNode) bool {
	own := n.dataColumns()
	first, second := pick(own), pick(own)
	if first != second && rand.IntN(3) == 0 {
		first.Name, second.Name = second.Name, first.Name
		return true
	}
	first.Name = s.name("C")
	return true
}

// retypeColumn picks one of the types that fit all values of the test.
func (s *randomProject) retypeColumn(n *randomNode) bool {
	column, kind := pick(n.dataColumns()), pick([]string{"INTEGER", "BIGINT", "VARCHAR"})
	if n.isView() || column.DataType == kind {
		return false
	}
	column.DataType = kind
	return true
}

func (n *randomNode) isView() bool { return n.Materialization == "view" }

func (s *randomProject) addNode(from *randomNode) bool {
	if len(s.nodes) == maxNodes || !from.DeployEnabled {
		return false
	}
	switch rand.IntN(4) {
	case 0:
		s.add("Dimension", "table", from)
	case 1:
		s.add("Stage", "table", from)
	case 2:
		s.add("Stage", "table", nil)
	default:
		s.add("View", "view", from)
	}
	return true
}

func (s *randomProject) deleteNode(n *randomNode) bool {
	if len(s.nodes) == minNodes || len(s.readers(n)) > 0 {
		return false
	}
	s.nodes = slices.DeleteFunc(s.nodes, func(other *randomNode) bool { return other == n })
	return true
}

func (s *randomProject) renameNode(n *randomNode) bool {
	n.Name = s.name("N")
	return true
}

func (s *randomProject) moveNode(n *randomNode) bool {
	if n.Location == staged {
		n.Location = core
	} else {
		n.Location = staged
	}
	return true
}

func (s *randomProject) swapNames(n *randomNode) bool {
	other := pick(s.nodes)
	if other == n || other.Location != n.Location {
		return false
	}
	n.Name, other.Name = other.Name, n.Name
	return true
}

func (s *randomProject) toView(n *randomNode) bool {
	if n.isView() || n.from == nil || n.Type != "Stage" {
		return false
	}
	n.Materialization = "view"
	return true
}

func (s *randomProject) toTable(n *randomNode) bool {
	if !n.isView() || n.Type != "Stage" {
		return false
	}
	n.Materialization = "table"
	return true
}

// switchDeploy turns deployment of a node without readers off or on.
func (s *randomProject) switchDeploy(n *randomNode) bool {
	if len(s.readers(n)) > 0 {
		return false
	}
	n.DeployEnabled = !n.DeployEnabled
	return true
}
