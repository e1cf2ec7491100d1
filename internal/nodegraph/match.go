package nodegraph

import (
	"errors"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/transform"
)

// Selectors are a pair of selectors. An empty Include selects all nodes, an empty Exclude none.
type Selectors struct {
	Include, Exclude string
}

// Match is what selectors match.
type Match struct {
	Nodes    []*compiler.Node // by location and name
	Errors   []Problem        // why selectors are invalid; then there are no nodes
	Warnings []Problem        // what the user may not have intended
}

// Problem is an error or a warning about a selector, with its position.
type Problem struct {
	Part    selector.Part
	Message string // lower case, without the position
	Hint    string // a sentence, or empty
	Offset  int    // in bytes, from 0
	Line    int    // from 1
	Column  int    // in characters, from 1
}

// Match finds the nodes that the selectors match.
func (p *Project) Match(s Selectors) Match {
	var m Match
	for _, part := range []selector.Part{selector.Include, selector.Exclude} {
		if _, _, err := selector.Parse(s.text(part)); err != nil {
			m.Errors = append(m.Errors, problemOf(part, err))
		}
	}
	if len(m.Errors) > 0 {
		return m
	}
	picked, warnings, err := selector.Pick(p.index, s.Include, s.Exclude)
	if err != nil {
		m.Errors = append(m.Errors, problemOf(selector.Include, err))
		return m
	}
	for _, w := range append(warnings, picked.Warnings...) {
		m.Warnings = append(m.Warnings, s.warning(w))
	}
	chosen := make(map[transform.NodeID]bool, len(picked.IDs))
	for _, id := range picked.IDs {
		chosen[transform.NodeID(id)] = true
	}
	for _, n := range p.nodes {
		if chosen[n.ID] {
			m.Nodes = append(m.Nodes, n)
		}
	}
	return m
}

func (s Selectors) text(part selector.Part) string {
	if part == selector.Exclude {
		return s.Exclude
	}
	return s.Include
}

func (s Selectors) warning(w selector.Warning) Problem {
	line, column := selector.Position(s.text(w.Part), w.Offset)
	return Problem{Part: w.Part, Message: w.Text, Offset: w.Offset, Line: line, Column: column}
}

func problemOf(part selector.Part, err error) Problem {
	if syntax, ok := errors.AsType[*selector.SyntaxError](err); ok {
		return Problem{
			Part: part, Message: syntax.Message(), Hint: syntax.Hint, Offset: syntax.Offset, Line: syntax.Line, Column: syntax.Column,
		}
	}
	return Problem{Part: part, Message: err.Error(), Line: 1, Column: 1}
}

// Without returns the nodes that another match does not have.
func (m Match) Without(other Match) []*compiler.Node {
	has := make(map[transform.NodeID]bool, len(other.Nodes))
	for _, n := range other.Nodes {
		has[n.ID] = true
	}
	var list []*compiler.Node
	for _, n := range m.Nodes {
		if !has[n.ID] {
			list = append(list, n)
		}
	}
	return list
}
