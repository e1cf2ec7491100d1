package planner

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/transform"
)

// Request selects what a plan does.
type Request struct {
	// Include and Exclude are selectors; an empty Include means all nodes.
	Include, Exclude string
	// Only selects the nodes for which it returns true; nil selects all.
	Only func(transform.NodeID) bool
	// Create selects the nodes whose objects are created first; nil selects none.
	Create func(*compiler.Node) bool
	// WithoutRun omits the statements that load the nodes.
	WithoutRun bool
}

// Refresh plans to load the nodes that the selectors match.
func Refresh(c *compiler.Compilation, include, exclude string) (plan.Plan, []selector.Warning, error) {
	return Build(c, Request{Include: include, Exclude: exclude})
}

// Install plans to create the objects of a project in an empty database. A source is not created, unless its type has a create
// template.
func Install(c *compiler.Compilation) (plan.Plan, error) {
	p, _, err := Build(c, Request{Create: func(*compiler.Node) bool { return true }, WithoutRun: true})
	return p, err
}

// Build plans a request. It is Invalid if a selected node has errors or is part of a cycle. Nodes with deployment disabled are
// never part of a plan.
func Build(c *compiler.Compilation, r Request) (plan.Plan, []selector.Warning, error) {
	chosen, warnings, err := choose(c, r)
	if err != nil {
		return plan.Plan{}, warnings, err
	}
	p, err := (&builder{compilation: c, request: r, chosen: chosen}).build()
	return p, warnings, err
}

// builder builds one plan.
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
	mapping := b.compilation.Renderer.MappingOf(n.Node)
	planned := plan.Node{
		ID: n.ID, Name: n.Name, Location: n.Location, Type: string(n.Node.Type), Upstream: upstream, Stages: stages,
		Schema: engine.Schema{Database: mapping.Database, Name: mapping.Schema},
	}
	if n.Type != nil {
		planned.Type = n.Type.Name
	}
	return planned
}
