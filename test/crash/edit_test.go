package crash_test

import (
	"math/rand/v2"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// A sketch has no fewer and no more nodes than these.
const (
	minNodes = 12
	maxNodes = 20
)

// edit changes the project so many times, and says how. What an edit cannot do to the node that it met is not done.
func (s *sketch) edit(times int) []string {
	edits := map[string]func(*sketched) bool{
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

// readers are the nodes that are made from a node.
func (s *sketch) readers(of *sketched) []*sketched {
	var readers []*sketched
	for _, n := range s.nodes {
		if n.from == of {
			readers = append(readers, n)
		}
	}
	return readers
}

func (s *sketch) addColumn(n *sketched) bool {
	id := transform.ColumnID(s.name("c"))
	if n.from != nil {
		var left []*transform.Column
		for _, column := range n.from.own() {
			if !n.has(column.ID) {
				left = append(left, column)
			}
		}
		if len(left) == 0 {
			return false
		}
		id = pick(left).ID
	}
	added := newColumn(id)
	added.Name = s.name("C") // its own may have been given to another one
	// System columns stay behind those of the node.
	n.Columns = slices.Insert(n.Columns, slices.IndexFunc(n.Columns, func(c transform.Column) bool { return c.ID == key }), added)
	return true
}

func (s *sketch) dropColumn(n *sketched) bool {
	own := n.own()
	column := pick(own)
	if len(own) < 3 || column.ID == key {
		return false
	}
	s.forget(n, column.ID)
	return true
}

// forget drops a column from a node and from whatever is made from it.
func (s *sketch) forget(n *sketched, id transform.ColumnID) {
	n.Columns = slices.DeleteFunc(slices.Clone(n.Columns), func(c transform.Column) bool { return c.ID == id })
	for _, reader := range s.readers(n) {
		s.forget(reader, id)
	}
}

func (s *sketch) renameColumn(n *sketched) bool {
	own := n.own()
	first, second := pick(own), pick(own)
	if first != second && rand.IntN(3) == 0 {
		first.Name, second.Name = second.Name, first.Name
		return true
	}
	first.Name = s.name("C")
	return true
}

// retypeColumn chooses among types that hold all values of the test.
func (s *sketch) retypeColumn(n *sketched) bool {
	column, kind := pick(n.own()), pick([]string{"INTEGER", "BIGINT", "VARCHAR"})
	if n.isView() || column.DataType == kind {
		return false
	}
	column.DataType = kind
	return true
}

func (n *sketched) isView() bool { return n.Materialization == "view" }

func (s *sketch) addNode(from *sketched) bool {
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

func (s *sketch) deleteNode(n *sketched) bool {
	if len(s.nodes) == minNodes || len(s.readers(n)) > 0 {
		return false
	}
	s.nodes = slices.DeleteFunc(s.nodes, func(other *sketched) bool { return other == n })
	return true
}

func (s *sketch) renameNode(n *sketched) bool {
	n.Name = s.name("N")
	return true
}

func (s *sketch) moveNode(n *sketched) bool {
	if n.Location == staged {
		n.Location = core
	} else {
		n.Location = staged
	}
	return true
}

func (s *sketch) swapNames(n *sketched) bool {
	other := pick(s.nodes)
	if other == n || other.Location != n.Location {
		return false
	}
	n.Name, other.Name = other.Name, n.Name
	return true
}

func (s *sketch) toView(n *sketched) bool {
	if n.isView() || n.from == nil || n.Type != "Stage" {
		return false
	}
	n.Materialization = "view"
	return true
}

func (s *sketch) toTable(n *sketched) bool {
	if !n.isView() || n.Type != "Stage" {
		return false
	}
	n.Materialization = "table"
	return true
}

// switchDeploy switches off, or on again, a node without readers.
func (s *sketch) switchDeploy(n *sketched) bool {
	if len(s.readers(n)) > 0 {
		return false
	}
	n.DeployEnabled = !n.DeployEnabled
	return true
}
