package render

import (
	"fmt"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
)

// maxPasses is how often a text is rendered before it counts as one that never ends.
const maxPasses = 4

// passes renders the template, and then what came out of it until there is no Jinja left.
func (g *rendering) passes(variables map[string]jinja.Value) (text string, passes int, problem *diagnostic.Diagnostic) {
	text, err := g.template.whole.Render(g.input(variables))
	if err != nil {
		return "", 1, g.failed(err, pass{number: 1})
	}
	text = g.marker.afterBegin(text)
	for passes = 1; jinja.HasSyntax(text); passes++ {
		if passes == maxPasses {
			return "", passes, g.neverEnds(text)
		}
		if text, problem = g.again(text, passes+1, variables); problem != nil {
			return "", passes + 1, problem
		}
	}
	return text, passes, nil
}

// again renders what a pass made. A text whose only Jinja are plain references needs no template for that.
func (g *rendering) again(text string, number int, variables map[string]jinja.Value) (string, *diagnostic.Diagnostic) {
	if !g.preludes.definesRefs {
		if result, isPlain := replacePlainRefs(text, g.plainRef); isPlain {
			return result, nil
		}
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

// plainRef returns what a plain reference prints.
func (g *rendering) plainRef(ref plainRef) string {
	switch ref.function {
	case "ref_link":
		g.resolve(ref.node, Link)
		return ""
	case "ref_no_link":
		return g.resolve(ref.node, NoLink)
	default:
		return g.resolve(ref.node, Link)
	}
}

func (g *rendering) input(variables map[string]jinja.Value) jinja.Input {
	limits := jinja.DefaultLimits()
	limits.Interrupt = g.target.Interrupt
	return jinja.Input{Variables: variables, Limits: limits}
}

// pass is one rendering of a text; only from the second on the text is known.
type pass struct {
	number int
	text   string
}

// name returns what the text of a pass is called as a template.
func (p pass) name() string { return fmt.Sprintf("pass %d", p.number) }
