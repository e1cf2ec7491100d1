package render

import (
	"fmt"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// Request selects one template of one node.
type Request struct {
	Node     *transform.Node
	Template Template
	// Current is the node as it was last deployed. Only create templates with their own deploy strategy see it: without
	// Current they create, with both they alter, and without Node they drop.
	Current *transform.Node
}

// subject returns the node of the request.
func (q Request) subject() *transform.Node {
	if q.Node == nil {
		return q.Current
	}
	return q.Node
}

// Result is a rendered template.
type Result struct {
	Stages   []Stage                 `json:"stages"`
	Refs     []Ref                   `json:"refs"`
	Warnings []diagnostic.Diagnostic `json:"warnings,omitempty"`
	Passes   int                     `json:"passes"`
	// Shown are the stages with those that contain only comments; nil if there are none. See ShownStages.
	Shown []Stage `json:"-"`
}

// rendering is the state of one render.
type rendering struct {
	*Renderer

	node     *transform.Node
	kind     *transform.NodeType
	template *compiledTemplate
	which    Template
	what     string  // name of the template, for messages
	stages   []Stage // by the number in their marks
	refs     refList
	warnings []diagnostic.Diagnostic
	hashed   int // number of hashed columns so far
}

// Render renders a template of a node. If that fails, the result is nil and the diagnostics have the cause. Problems
// that do not stop the render, such as a reference to an unknown node, are warnings of the result.
func (r *Renderer) Render(q Request) (*Result, []diagnostic.Diagnostic) {
	node := q.subject()
	if node == nil {
		return nil, []diagnostic.Diagnostic{{
			Code: diagnostic.TemplateFailed, Severity: diagnostic.Error, Message: "there is no node to render",
		}}
	}
	g := &rendering{Renderer: r, node: node, which: q.Template, what: "the " + string(q.Template) + " template"}
	if problem := g.prepare(); problem != nil {
		return nil, []diagnostic.Diagnostic{*problem}
	}
	if g.template.whole == nil {
		return &Result{Stages: []Stage{}, Refs: []Ref{}}, nil
	}
	variables := g.scopeOf(q)
	text, passes, problem := g.passes(variables)
	if problem != nil {
		return nil, append(g.warnings, *problem)
	}
	made := g.assemble(text, variables) // may warn
	made.Refs, made.Warnings, made.Passes = g.refs.all(), g.warnings, passes
	return made, nil
}

// prepare finds the template.
func (g *rendering) prepare() *diagnostic.Diagnostic {
	kind, known := g.types.Lookup(g.node.Type, g.node.Kind)
	if !known {
		d := diagnostic.Diagnostic{
			Code: diagnostic.UnknownNodeType, Severity: diagnostic.Error, Node: g.node.Ref().String(),
			Message: fmt.Sprintf("there is no node type %s", g.node.Type),
			Hint:    "use a type of the library, of the project or of one of its packages",
		}
		d = d.At(g.node.File, g.node.At)
		return &d
	}
	g.kind = kind
	g.template = g.templates.get(kind, g.which)
	if g.template.problem != nil {
		d := *g.template.problem
		d.Node = g.node.Ref().String()
		return &d
	}
	return nil
}

// warn records a problem that does not stop the render.
func (g *rendering) warn(d diagnostic.Diagnostic) {
	d.Node = g.node.Ref().String()
	if d.File == "" {
		d = d.At(g.node.File, g.node.At)
	}
	g.warnings = append(g.warnings, d)
}
