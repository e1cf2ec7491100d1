package planner

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/transform"
)

// Request says what a plan is to do.
type Request struct {
	// Include and Exclude are selectors; an empty Include is every node.
	Include, Exclude string
	// Only keeps the nodes that it is true for; nil keeps all.
	Only func(transform.NodeID) bool
	// Create says which nodes are made before anything else happens to them; nil makes none.
	Create func(*compiler.Node) bool
	// WithoutRun leaves out what fills the nodes.
	WithoutRun bool
}

// Refresh plans to fill the nodes that a pair of selectors means.
func Refresh(c *compiler.Compilation, include, exclude string) (plan.Plan, []selector.Warning, error) {
	return Build(c, Request{Include: include, Exclude: exclude})
}

// Install plans to make the nodes of a project where nothing is yet. A source is read and never made, unless its type
// has something to make.
func Install(c *compiler.Compilation) (plan.Plan, error) {
	p, _, err := Build(c, Request{Create: func(*compiler.Node) bool { return true }, WithoutRun: true})
	return p, err
}

// Build plans what a request asks for. Nodes with faults, and nodes that need each other in a circle, are Invalid.
// Nodes that are not to be deployed are never part of a plan.
func Build(c *compiler.Compilation, r Request) (plan.Plan, []selector.Warning, error) {
	chosen, warnings, err := choose(c, r)
	if err != nil {
		return plan.Plan{}, warnings, err
	}
	p, err := (&builder{compilation: c, request: r, chosen: chosen}).build()
	return p, warnings, err
}

// builder puts one plan together.
type builder struct {
	compilation *compiler.Compilation
	request     Request
	chosen      map[string]bool
}

func (b *builder) build() (plan.Plan, error) {
	order, err := b.order()
	if err != nil {
		return plan.Plan{}, err
	}
	var p plan.Plan
	walk := newWalk(b.compilation, len(b.chosen))
	for _, id := range order {
		upstream := walk.visit(id, b.chosen[id])
		if !b.chosen[id] {
			continue
		}
		n, _ := b.compilation.Node(transform.NodeID(id))
		stages, err := b.stages(n)
		if err != nil {
			return plan.Plan{}, err
		}
		p.Nodes = append(p.Nodes, b.node(n, upstream, stages))
	}
	return p, nil
}

func (b *builder) node(n *compiler.Node, upstream []int, stages []plan.Stage) plan.Node {
	place := b.compilation.Renderer.MappingOf(n.Node)
	planned := plan.Node{
		ID: n.ID, Name: n.Name, Location: n.Location, Type: string(n.Node.Type), Upstream: upstream, Stages: stages,
		Schema: engine.Schema{Database: place.Database, Name: place.Schema},
	}
	if n.Type != nil {
		planned.Type = n.Type.Name
	}
	return planned
}
