package render

import (
	"slices"

	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// scope provides the variables of the templates of one node. A variable is created on first use and kept: a template may
// change its value, and the following passes see the change.
type scope struct {
	*rendering

	states  *Request              // of a template with its own deploy strategy, which sees two states of the node; else nil
	refText func(plainRef) string // the result of a reference
	this    func() string         // the name of the node
	made    []field
}

// scopeOf returns the variables of the template of a request.
func (g *rendering) scopeOf(q Request) *scope {
	s := g.nodeScope()
	if g.which == Create && g.kind.Spec.Strategy == transform.DeployAdvanced {
		s.states = &q
	}
	return s
}

// nodeScope returns the variables for texts of the node. Using its name counts as a reference.
func (g *rendering) nodeScope() *scope {
	return &scope{
		rendering: g, refText: g.plainRef, made: make([]field, 0, 12),
		this: func() string { return g.resolve(g.node.Ref(), NoLink) },
	}
}

// Variable returns a variable.
func (s *scope) Variable(name string) (jinja.Value, bool) {
	for i := range s.made {
		if s.made[i].name == name {
			return s.made[i].value, true
		}
	}
	value, ok := s.create(name)
	if ok {
		s.made = append(s.made, field{name, value})
	}
	return value, ok
}

// has reports whether a template used a variable.
func (s *scope) has(name string) bool {
	return slices.ContainsFunc(s.made, func(f field) bool { return f.name == name })
}

// create creates a variable.
func (s *scope) create(name string) (jinja.Value, bool) {
	if isRefName(name) {
		return s.refFunction(name, s.refText), true
	}
	if name == "this" {
		return jinja.String(s.this()), true
	}
	if value, ok := s.function(name); ok {
		return value, true
	}
	if s.states != nil {
		return s.stateVariable(name)
	}
	return hydration{Renderer: s.Renderer, node: s.node, kind: s.kind}.variable(name)
}

// stateVariable returns a variable of a template with its own deploy strategy.
func (s *scope) stateVariable(name string) (jinja.Value, bool) {
	switch {
	case name == "desiredState" && s.states.Node != nil:
		return s.hydrate(s.states.Node).state(), true
	case name == "currentState" && s.states.Current != nil:
		return s.hydrate(s.states.Current).state(), true
	default:
		return s.targetVariable(name)
	}
}

// Names returns the names of the variables.
func (s *scope) Names() []string {
	names := slices.Concat(functionNames(), []string{"ref", "ref_link", "ref_no_link", commentRef, "this"})
	if s.states == nil {
		return append(names, s.hydrate(s.node).names()...)
	}
	names = append(names, targetNames()...)
	if s.states.Node != nil {
		names = append(names, "desiredState")
	}
	if s.states.Current != nil {
		names = append(names, "currentState")
	}
	return names
}

// Variables returns the variables of a template of the node, for expressions outside of templates such as enableIf.
func (r *Renderer) Variables(n *transform.Node) jinja.Scope {
	g := &rendering{Renderer: r, node: n}
	g.kind, _ = r.types.Lookup(n.Type, n.Kind)
	s := g.nodeScope()
	s.this = func() string { return r.target.name(n) }
	return s
}
