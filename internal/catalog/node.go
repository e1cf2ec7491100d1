package catalog

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// Node is a deployed node in the project that it was deployed from.
type Node struct {
	*compiler.Node

	In *compiler.Compilation
}

// Tests returns the tests that a run of the node executes.
func Tests(n *compiler.Node) []render.Stage {
	if n.Run == nil {
		return nil
	}
	var tests []render.Stage
	for i := range n.Run.Stages {
		if n.Run.Stages[i].Type == render.TestStage {
			tests = append(tests, n.Run.Stages[i])
		}
	}
	return tests
}

// DescribedColumns returns how many columns of a node have a description.
func DescribedColumns(n *compiler.Node) int {
	count := 0
	for i := range n.Columns {
		if strings.TrimSpace(n.Columns[i].Description) != "" {
			count++
		}
	}
	return count
}

// Documentation says how much of a project is documented.
type Documentation struct{ Nodes, DescribedNodes, Columns, DescribedColumns, TestedNodes int }

// Document counts what is documented.
func Document(nodes []Node) Documentation {
	d := Documentation{Nodes: len(nodes)}
	for _, n := range nodes {
		d.Columns += len(n.Columns)
		d.DescribedColumns += DescribedColumns(n.Node)
		if strings.TrimSpace(n.Description) != "" {
			d.DescribedNodes++
		}
		if len(Tests(n.Node)) > 0 {
			d.TestedNodes++
		}
	}
	return d
}

// Found is a node that a text matches, with the columns that it matches.
type Found struct {
	Node

	Columns []string
}

// MaxText is the maximum length of a text to find, in characters.
const MaxText = 200

// Find returns the nodes whose name, description or columns contain every word of a text. An empty text finds all.
func Find(nodes []Node, text string) []Found {
	words := strings.Fields(strings.ToLower(text))
	found := make([]Found, 0, len(nodes))
	for _, n := range nodes {
		if one, ok := n.find(words); ok {
			found = append(found, one)
		}
	}
	return found
}

// find compares a node with words. A word may occur in the node itself or in one of its columns.
func (n Node) find(words []string) (Found, bool) {
	found := Found{Node: n}
	about := strings.ToLower(n.Ref().String() + " " + n.Description)
	missing := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return strings.Contains(about, word) })
	if len(words) == 0 {
		return found, true
	}
	for i := range n.Columns {
		c := &n.Columns[i]
		text := strings.ToLower(c.Name + " " + c.Description)
		isMissing := func(word string) bool { return !strings.Contains(text, word) }
		if !slices.ContainsFunc(missing, isMissing) && slices.ContainsFunc(words, func(word string) bool { return !isMissing(word) }) {
			found.Columns = append(found.Columns, c.Name)
		}
	}
	return found, len(missing) == 0 || len(found.Columns) > 0
}

// neighbors returns the nodes with these ids, by location and name.
func (n Node) neighbors(list []string) []*compiler.Node {
	var found []*compiler.Node
	for _, id := range list {
		if other, ok := n.In.Node(transform.NodeID(id)); ok {
			found = append(found, other)
		}
	}
	slices.SortFunc(found, func(a, b *compiler.Node) int { return strings.Compare(a.Ref().String(), b.Ref().String()) })
	return found
}

// Upstream returns the nodes that a node reads.
func (n Node) Upstream() []*compiler.Node { return n.neighbors(n.In.Graph.Upstream(string(n.ID))) }

// Downstream returns the nodes that read a node.
func (n Node) Downstream() []*compiler.Node { return n.neighbors(n.In.Graph.Downstream(string(n.ID))) }
