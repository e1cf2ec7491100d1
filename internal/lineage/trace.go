package lineage

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// Reach limits a trace.
type Reach struct {
	Depth int  // maximum distance in nodes; 0 means no limit
	Uses  Uses // how to handle filters and joins
}

// Uses says what a trace does where a column decides about rows.
type Uses uint8

// The ways to treat filters and joins.
const (
	UsesLeftOut  Uses = iota // only edges that carry values
	UsesShown                // filters and joins of the nodes on the way, as ends of it
	UsesFollowed             // and followed further: everything that could make a difference
)

// Trace is the way from a column, or from all columns of a node, up or down.
type Trace struct {
	Start    Endpoint `json:"start"`
	Upstream bool     `json:"upstream"` // else downstream
	Steps    []Step   `json:"steps"`    // nearest first
	Opaque   []Opaque `json:"opaque"`   // nodes on the way whose column lineage is not complete, by id
	HasMore  bool     `json:"hasMore"`  // the depth cut the way short
}

// Step is an edge and its distance from the start, from 1.
type Step struct {
	Edge

	Depth int `json:"depth"`
}

// Opaque is a node whose column lineage is not complete.
type Opaque struct {
	Node   transform.NodeID `json:"node"`
	Reason string           `json:"reason"`
}

// Upstream returns what a column comes from; without a column, what all columns of the node come from. The trace of an
// unknown endpoint is empty.
func (x *Index) Upstream(from Endpoint, reach Reach) Trace { return x.trace(from, reach, true) }

// Downstream returns where a column, or any column of a node, is used.
func (x *Index) Downstream(from Endpoint, reach Reach) Trace { return x.trace(from, reach, false) }

func (x *Index) trace(from Endpoint, reach Reach, upstream bool) Trace {
	t := tracer{index: x, reach: reach, upstream: upstream, seen: map[vertex]bool{}, touched: map[int32]bool{}}
	t.trace = Trace{Start: from, Upstream: upstream, Steps: []Step{}, Opaque: []Opaque{}}
	if start, ok := x.spot(from); ok {
		t.run(start)
	}
	return t.trace
}

// vertex is an endpoint as numbers.
type vertex struct{ node, column int32 }

func (x *Index) spot(p Endpoint) (vertex, bool) {
	node, ok := x.numbers[p.Node]
	if !ok {
		return vertex{}, false
	}
	if p.Column == "" {
		return vertex{node, wholeNode}, true
	}
	r := x.records[node]
	column := r.columns.find(p.Column)
	// A number stays assigned after an edit removes the column.
	isKnown := column >= 0 && (slices.Contains(r.own, column) || len(linksOf(r.out, column)) > 0)
	return vertex{node, column}, isKnown
}

// tracer walks the index in breadth, from one spot outwards. Each spot is left once, so each edge is met once.
type tracer struct {
	index    *Index
	reach    Reach
	upstream bool
	seen     map[vertex]bool
	touched  map[int32]bool // nodes whose opacity was noted
	next     []vertex
	trace    Trace
}

func (t *tracer) run(start vertex) {
	t.visit(start)
	if start.column == wholeNode {
		t.visitColumns(start.node)
	}
	for depth := 1; len(t.next) > 0; depth++ {
		wave := t.next
		t.next = nil
		first := len(t.trace.Steps)
		for _, at := range wave {
			t.leave(at, depth)
		}
		slices.SortFunc(t.trace.Steps[first:], func(a, b Step) int { return a.Compare(b.Edge) })
	}
	slices.SortFunc(t.trace.Opaque, func(a, b Opaque) int { return cmp.Compare(a.Node, b.Node) })
}

// visit adds a vertex to the next wave. Rows and columns of a node are connected: upstream of a column are also the
// columns that decide about its rows, and a column that decides about rows affects every column downstream.
func (t *tracer) visit(at vertex) {
	if t.seen[at] {
		return
	}
	t.seen[at] = true
	t.next = append(t.next, at)
	t.note(at.node)
	switch {
	case t.upstream && at.column != wholeNode:
		t.visit(vertex{at.node, wholeNode})
	case !t.upstream && at.column == wholeNode:
		t.visitColumns(at.node)
	}
}

func (t *tracer) visitColumns(node int32) {
	for column := range t.index.records[node].columns.ids {
		t.visit(vertex{node, narrow(column)})
	}
}

// note remembers that a node on the way is opaque.
func (t *tracer) note(node int32) {
	r := t.index.records[node]
	if r.opaque != "" && !t.touched[node] {
		t.touched[node] = true
		t.trace.Opaque = append(t.trace.Opaque, Opaque{r.id, r.opaque})
	}
}

// leave follows every link of a vertex.
func (t *tracer) leave(at vertex, depth int) {
	side := t.index.records[at.node].out
	if t.upstream {
		side = t.index.records[at.node].in
	}
	for _, l := range linksOf(side, at.column) {
		if !l.use.CarriesValue() && t.reach.Uses == UsesLeftOut {
			continue
		}
		if t.reach.Depth > 0 && depth > t.reach.Depth {
			t.trace.HasMore = true
			return
		}
		far := vertex{l.node, l.column}
		t.trace.Steps = append(t.trace.Steps, Step{t.edge(at, far, l.use), depth})
		if l.use.CarriesValue() || t.reach.Uses == UsesFollowed {
			t.visit(far)
		}
	}
}

func (t *tracer) edge(near, far vertex, use Use) Edge {
	from, to := far, near
	if !t.upstream {
		from, to = near, far
	}
	return Edge{From: t.index.endpoint(from.node, from.column), To: t.index.endpoint(to.node, to.column), Use: use}
}
