package render

import (
	"fmt"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// maxPasses is the maximum number of passes over a text.
const maxPasses = 4

// passes renders the template, and then its output until no Jinja is left.
func (g *rendering) passes(variables *scope) (text string, passes int, problem *diagnostic.Diagnostic) {
	text, err := g.template.whole.Render(g.input(variables))
	if err != nil {
		return "", 1, g.failed(err, pass{number: 1})
	}
	text = g.marker.afterBegin(text)
	for passes = 1; jinja.HasSyntax(text); passes++ {
		if passes == maxPasses {
			return "", passes, g.neverEnds(text)
		}
		if text, problem = g.renderOutput(text, passes+1, variables); problem != nil {
			return "", passes + 1, problem
		}
	}
	return text, passes, nil
}

// renderOutput renders the output of a pass. A text that contains only plain references needs no template for that.
func (g *rendering) renderOutput(text string, number int, variables *scope) (string, *diagnostic.Diagnostic) {
	text = withoutCommentRefs(text)
	if result, isPlain := replacePlainRefs(text, g.plainRef); isPlain {
		return result, nil
	}
	p := pass{number: number, text: text}
	body, err := g.templates.environment.Compile(p.name(), text)
	if err != nil {
		return "", g.failed(err, p)
	}
	whole := jinja.Join(p.name(), g.preludes.of(g.kind.Package), body)
	result, err := whole.Render(g.input(variables))
	if err != nil {
		return "", g.failed(err, p)
	}
	return g.marker.afterBegin(result), nil
}

// plainRef returns the output of a plain reference.
func (g *rendering) plainRef(ref plainRef) string {
	found := g.find(ref.node)
	switch ref.function {
	case "ref_link":
		g.record(ref.node, Link, found)
		return ""
	case "ref_no_link":
		g.record(ref.node, NoLink, found)
	case commentRef:
	default:
		g.record(ref.node, Link, found)
	}
	return g.nameOf(ref.node, found, ref.withoutDatabase)
}

// nameOf returns the qualified name of a node that a reference names; found is nil if there is no such node.
func (g *rendering) nameOf(ref transform.NodeRef, found *transform.Node, withoutDatabase bool) string {
	mapping := g.target.location(ref.Location)
	if found != nil {
		mapping = g.target.mappingOf(found)
	}
	if withoutDatabase {
		mapping.Database = ""
	}
	return g.target.Dialect.Qualify(mapping.Database, mapping.Schema, ref.Name)
}

func (g *rendering) input(variables *scope) jinja.Input {
	limits := jinja.DefaultLimits()
	limits.Interrupt = g.target.Interrupt
	return jinja.Input{Scope: variables, Limits: limits}
}

// pass is one rendering of a text. The text is set from the second pass on.
type pass struct {
	number int
	text   string
}

// name returns the template name of the text of a pass.
func (p pass) name() string { return fmt.Sprintf("pass %d", p.number) }
