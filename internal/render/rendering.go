package render

import (
	"fmt"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
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
	g := &rendering{Renderer: r, node: node, which: q.Template, what: fmt.Sprintf("the %s template", q.Template)}
	if problem := g.prepare(); problem != nil {
		return nil, []diagnostic.Diagnostic{*problem}
	}
	if g.template.whole == nil {
		return &Result{Stages: []Stage{}, Refs: []Ref{}}, nil
	}
	variables := g.variables(q)
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

// variables returns the variables of the template.
func (g *rendering) variables(q Request) map[string]jinja.Value {
	variables := make(map[string]jinja.Value, 24)
	g.functions(variables)
	if g.which != Create || g.kind.Spec.Strategy != transform.DeployAdvanced {
		hydration{Renderer: g.Renderer, node: g.node, kind: g.kind}.fill(variables)
		variables["this"] = jinja.Lazy(g.this)
		return variables
	}
	g.fillTargetVariables(variables)
	variables["this"] = jinja.Lazy(g.this)
	if q.Node != nil {
		variables["desiredState"] = jinja.Lazy(g.hydrate(q.Node).state)
	}
	if q.Current != nil {
		variables["currentState"] = jinja.Lazy(g.hydrate(q.Current).state)
	}
	return variables
}

// this returns the name of the node itself. Using it counts as a reference.
func (g *rendering) this() jinja.Value { return jinja.String(g.resolve(g.node.Ref(), NoLink)) }

// warn records a problem that does not stop the render.
func (g *rendering) warn(d diagnostic.Diagnostic) {
	d.Node = g.node.Ref().String()
	if d.File == "" {
		d = d.At(g.node.File, g.node.At)
	}
	g.warnings = append(g.warnings, d)
}

// Variables returns the variables of a template of the node, for expressions outside of templates such as enableIf.
func (r *Renderer) Variables(n *transform.Node) map[string]jinja.Value {
	g := &rendering{Renderer: r, node: n}
	variables := make(map[string]jinja.Value, 24)
	g.functions(variables)
	r.hydrate(n).fill(variables)
	return variables
}
