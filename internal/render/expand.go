package render

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// Expand returns the text of a SQL node with its macros rendered and its references kept as {{ ref('LOCATION', 'NODE')
// }}, for SQL parsers that must know the node behind each relation. A text without other Jinja is returned unchanged.
// If the text cannot be rendered, it is returned unchanged, too, and the diagnostics have the cause.
func (r *Renderer) Expand(n *transform.Node) (Expansion, []diagnostic.Diagnostic) {
	if n.SQL == nil {
		return Expansion{}, nil
	}
	written := Expansion{Text: n.SQL.Text, Unprotected: n.SQL.Text}
	if hasOnlyPlainRefs(n.SQL.Text) {
		return written, nil
	}
	g := &rendering{
		Renderer: r, node: n, what: "the text of the node",
		template: &compiledTemplate{origin: origin{name: n.File, file: n.File}},
	}
	if g.kind, _ = r.types.Lookup(n.Type, n.Kind); g.kind == nil {
		g.kind = &transform.NodeType{}
	}
	variables := g.nodeScope()
	expanded, problem := g.expand(n.SQL.Text, variables)
	if problem != nil {
		expanded = written
	}
	if expanded.ReadsSources = variables.has("sources"); problem != nil {
		return expanded, []diagnostic.Diagnostic{*problem}
	}
	return expanded, nil
}

// expand renders a text until only plain references are left.
func (g *rendering) expand(text string, variables *scope) (Expansion, *diagnostic.Diagnostic) {
	variables.refText = refText
	variables.this = func() string { return refText(plainRef{function: "ref_no_link", node: g.node.Ref()}) }
	expanded := Expansion{Text: text}
	for number := 1; number <= maxPasses; number++ {
		p := pass{number: number, text: expanded.Text}
		body, err := g.templates.environment.Compile(p.name(), p.text)
		if err != nil {
			return Expansion{}, g.failed(err, p)
		}
		input := g.input(variables)
		input.Trace = jinja.NewTrace(body)
		output, err := jinja.Join(p.name(), g.preludes.of(g.kind.Package), body).Render(input)
		if err != nil {
			return Expansion{}, g.failed(err, p)
		}
		expanded.add(input.Trace, output, g.marker)
		if hasOnlyPlainRefs(expanded.Text) {
			expanded.finish(g.marker)
			return expanded, nil
		}
	}
	return Expansion{}, g.neverEnds(expanded.Text)
}

// refText formats a reference as a plain one.
func refText(ref plainRef) string {
	more := ""
	if ref.withoutDatabase {
		more = ", include_db=false"
	}
	return "{{ " + ref.function + "(" + jinjaLiteral(ref.node.Location) + ", " + jinjaLiteral(ref.node.Name) + more + ") }}"
}
