package planner

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
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

// Build plans a request. It is Invalid if a selected node has errors or is part of a cycle. A node that lacks only columns, such as
// one that was just created, fails in the run instead, unless nothing else is selected. Nodes with deployment disabled are never part
// of a plan. A node that needs columns of a source that the engine could not describe fails in the run, too.
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
	p := plan.Plan{ProjectNodes: len(b.compilation.Nodes())}
	var lacking error // of the nodes without columns
	canRun, problems := false, b.compilation.ColumnProblems()
	walk := newWalk(b.compilation, len(b.chosen))
	for _, id := range order {
		upstream := walk.visit(id, b.chosen[id])
		if !b.chosen[id] {
			continue
		}
		n, _ := b.compilation.Node(transform.NodeID(id))
		stages, err := b.stages(n)
		planned := b.node(n, upstream, stages)
		switch problem, hasProblem := problems[n.ID]; {
		case hasProblem:
			planned.Invalid = fmt.Sprintf("node %s cannot run: %s", n.Ref(), problem)
			planned.Stages, canRun = nil, true
		case err == nil:
			canRun = true
		case lacksColumns(n):
			planned.Invalid, lacking = fault.From(err).Message, err
		default:
			return plan.Plan{}, err
		}
		p.Nodes = append(p.Nodes, planned)
	}
	if !canRun && lacking != nil {
		return plan.Plan{}, lacking
	}
	return p, nil
}

// lacksColumns reports whether a node has no errors but that it lacks columns. The templates of a YAML node without columns, or
// with only those that its type adds, fail then, and options that choose columns are not set; an override has no template.
func lacksColumns(n *compiler.Node) bool {
	if n.Type == nil || n.IsSource {
		return false
	}
	if n.HasOnlyErrors(diagnostic.ColumnsMissing) {
		return true
	}
	if n.Kind != transform.YAMLNode || n.OverrideSQL ||
		!n.HasOnlyErrors(diagnostic.ColumnsMissing, diagnostic.TemplateFailed, diagnostic.ConfigRequired) {
		return false
	}
	for i := range n.Columns {
		if !isAdded(&n.Columns[i]) {
			return false
		}
	}
	return true
}

// isAdded reports whether a type adds the column to its nodes: a key or a column about the row itself.
func isAdded(c *transform.Column) bool {
	for attribute := range c.Attributes {
		if c.Flag(attribute) && (attribute == "isSurrogateKey" || strings.HasPrefix(attribute, "isSystem")) {
			return true
		}
	}
	return false
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
