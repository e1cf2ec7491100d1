package catalog

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// Limits of a trace.
const (
	MaxEdges = 2_000
	MaxDepth = 100
)

// TraceRequest says which column to follow.
type TraceRequest struct {
	Column     string // name or id
	Downstream bool   // else upstream
	Depth      int    // 0 means no limit
}

// Trace is the way of a column through the project.
type Trace struct {
	lineage.Trace

	Column *transform.Column
	Nodes  []TracedNode // the node of the column first, then nearest first
}

// TracedNode is a node on the way, with its columns on the way.
type TracedNode struct {
	*compiler.Node

	Columns []*transform.Column
	Jobs    []transform.Job
}

// Follow follows a column upstream or downstream. It shows filters and joins, and does not follow them.
func (n Node) Follow(request TraceRequest) (Trace, error) {
	column := findColumn(n.Node, func(c *transform.Column) bool {
		return string(c.ID) == request.Column || strings.EqualFold(c.Name, request.Column)
	})
	if column == nil {
		return Trace{}, fault.New(fault.NotFound, "node %s has no column %.100q", n.Ref(), request.Column).
			WithHint("GET the node in the catalog of the environment; it lists its columns.")
	}
	follow := n.In.Lineage.Upstream
	if request.Downstream {
		follow = n.In.Lineage.Downstream
	}
	start := lineage.Endpoint{Node: n.ID, Column: column.ID}
	trace := Trace{Trace: follow(start, lineage.Reach{Depth: request.Depth, Uses: lineage.UsesShown}), Column: column}
	if len(trace.Steps) > MaxEdges {
		trace.Steps, trace.HasMore = trace.Steps[:MaxEdges], true
	}
	trace.addNodes(n.In)
	return trace, nil
}

func findColumn(n *compiler.Node, is func(*transform.Column) bool) *transform.Column {
	for i := range n.Columns {
		if is(&n.Columns[i]) {
			return &n.Columns[i]
		}
	}
	return nil
}

// addNodes lists the nodes and columns of the steps.
func (t *Trace) addNodes(c *compiler.Compilation) {
	at := map[transform.NodeID]int{}
	add := func(p lineage.Endpoint) {
		n, ok := c.Node(p.Node)
		if !ok {
			return
		}
		i, isKnown := at[p.Node]
		if !isKnown {
			i = len(t.Nodes)
			at[p.Node] = i
			t.Nodes = append(t.Nodes, TracedNode{Node: n})
		}
		column := findColumn(n, func(c *transform.Column) bool { return c.ID == p.Column })
		if column != nil && !slices.Contains(t.Nodes[i].Columns, column) {
			t.Nodes[i].Columns = append(t.Nodes[i].Columns, column)
		}
	}
	add(t.Start)
	for _, step := range t.Steps {
		add(step.To)
		add(step.From)
	}
	ids := make([]transform.NodeID, len(t.Nodes))
	for i := range t.Nodes {
		ids[i] = t.Nodes[i].ID
	}
	jobs := JobsOf(c, ids...)
	for i := range t.Nodes {
		t.Nodes[i].Jobs = jobs[t.Nodes[i].ID]
	}
}
