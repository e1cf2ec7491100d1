package selector

import (
	"fmt"

	"github.com/millrace/millrace/internal/graph"
)

// Result is the set of selected nodes.
type Result struct {
	IDs      []string  // ascending, each once
	Warnings []Warning // in the order of the text; names that the index does not have
}

// Resolve finds the nodes that the selector selects. The only error is a nil index.
func (s Selector) Resolve(in *NodeIndex) (Result, error) {
	if err := in.check(); err != nil {
		return Result{}, err
	}
	r := s.resolve(in)
	return Result{IDs: r.picked.Keys(), Warnings: r.warnings}, nil
}

// resolution is the state of resolving a selector against an index.
type resolution struct {
	*NodeIndex

	picked   graph.Set[string]
	warnings []Warning
}

func (s Selector) resolve(in *NodeIndex) *resolution {
	r := &resolution{NodeIndex: in, picked: in.nodes}
	if !s.IsEmpty() {
		r.picked = r.union(s.any).Intersect(in.nodes)
	}
	return r
}

// union returns the union of alternatives. Alternatives of a single unit are widened together, because one walk finds
// the nodes upstream of many nodes. So a selector that lists a thousand nodes with their upstream walks the graph once.
func (r *resolution) union(alternatives []intersection) graph.Set[string] {
	picked, up, down := r.graph.Set(), r.graph.Set(), r.graph.Set()
	for _, units := range alternatives {
		if len(units) > 1 {
			picked = picked.Union(r.intersection(units))
			continue
		}
		found := r.unit(units[0])
		picked = picked.Union(found)
		if units[0].upstream {
			up = up.Union(found)
		}
		if units[0].downstream {
			down = down.Union(found)
		}
	}
	return picked.Union(up.WithUpstream()).Union(down.WithDownstream())
}

func (r *resolution) intersection(units []unit) graph.Set[string] {
	common := r.nodes
	for _, u := range units {
		common = common.Intersect(r.widened(u))
	}
	return common
}

func (r *resolution) widened(u unit) graph.Set[string] {
	found := r.unit(u)
	wide := found
	if u.upstream {
		wide = wide.Union(found.WithUpstream())
	}
	if u.downstream {
		wide = wide.Union(found.WithDownstream())
	}
	return wide
}

// unit returns the nodes that the braces themselves select.
func (r *resolution) unit(u unit) graph.Set[string] {
	found := r.graph.Set()
	for _, terms := range u.any {
		found = found.Union(r.conjunction(terms))
	}
	return found
}

// conjunction warns if its terms match nodes, but no node matches them all.
func (r *resolution) conjunction(terms conjunction) graph.Set[string] {
	common := r.nodes
	silent := false
	for _, t := range terms {
		found := r.term(t)
		silent = silent || found.Len() == 0
		common = common.Intersect(found)
	}
	if common.Len() == 0 && !silent {
		r.warn(terms[0], fmt.Sprintf("no node matches %s together", terms))
	}
	return common
}

func (r *resolution) term(t term) graph.Set[string] {
	if t.key == anyKey {
		if r.nodes.Len() == 0 {
			r.warn(t, "the project has no nodes")
		}
		return r.nodes
	}
	ids, known := r.indexes[t.key].find(t.value)
	found := r.graph.Set(ids...).Intersect(r.nodes)
	if found.Len() == 0 {
		r.warn(t, nothingFound(t, known))
	}
	return found
}

func nothingFound(t term, known bool) string {
	switch {
	case t.key != subgraphKey:
		return fmt.Sprintf("no node has %s", t)
	case known:
		return fmt.Sprintf("none of the nodes of %s exists", t)
	default:
		return fmt.Sprintf("there is no %s", t)
	}
}

func (r *resolution) warn(at term, text string) {
	r.warnings = append(r.warnings, Warning{Text: text, Offset: at.offset})
}
