package jinja_test

import (
	"fmt"
	"strings"
)

// scopeTemplate generates a template in which few names are set and read in blocks inside blocks.
func (g *templateGenerator) scopeTemplate() string {
	g.macros = 0
	return g.scopeBody(2+g.random.IntN(4), 4)
}

func (g *templateGenerator) scopeBody(statements, depth int) string {
	var out strings.Builder
	for range statements {
		out.WriteString(g.scopeStatement(depth))
	}
	return out.String()
}

func (g *templateGenerator) scopeName() string { return g.pick("x", "y", "w", "i") }

func (g *templateGenerator) scopeStatement(depth int) string {
	if depth <= 0 || g.chance(35) {
		return fmt.Sprintf("[{{ %s }}]", g.scopeName())
	}
	inner := func() string { return g.scopeBody(1+g.random.IntN(3), depth-1) }
	switch g.random.IntN(13) {
	case 0, 1, 2:
		return fmt.Sprintf("{%% set %s = %s %%}", g.scopeName(), g.scopeValue())
	case 3:
		return "{% set " + g.scopeName() + ", " + g.scopeName() + " = " + g.scopeValue() + ", " + g.scopeValue() + " %}"
	case 4, 5:
		return "{% if " + g.pick("true", "false", "x", "y == 1", "w is defined") + " %}" + inner() + g.pick("", "{% else %}"+inner()) + "{% endif %}"
	case 6, 7:
		test := g.pick("", "", " if x", " if "+g.scopeName()+" != 2")
		return "{% for " + g.scopeName() + " in " + g.pick("[1, 2]", "'ab'", "[]", "[x, y]") + test + " %}" + inner() +
			g.pick("", "{{ loop.index }}", "{% else %}"+inner()) + "{% endfor %}"
	case 8:
		return "{% with " + g.scopeName() + " = " + g.scopeValue() + ", " + g.scopeName() + " = " + g.scopeValue() + " %}" + inner() + "{% endwith %}"
	case 9:
		return "{% set " + g.scopeName() + " %}" + inner() + "{% endset %}"
	case 10:
		return "{% filter " + g.pick("upper", "replace(x, y)", "trim") + " %}" + inner() + "{% endfilter %}"
	default:
		return g.scopeMacro(inner)
	}
}

func (g *templateGenerator) scopeValue() string {
	return g.pick("1", "2", "'s'", "x", "y", "w", "x ~ y", "(x if y else w)", "[x]", "i")
}

// scopeMacro defines a macro, maybe sets a name, and calls it.
func (g *templateGenerator) scopeMacro(inner func() string) string {
	g.macros++
	name := fmt.Sprintf("m%d", g.macros)
	parameter := g.pick("", "", "x", "y=x", "x, y=x", "w=y, i=w")
	body := inner() + g.pick("", "", "{{ caller() if caller }}", "{{ varargs }}", "{{ kwargs }}")
	text := "{% macro " + name + "(" + parameter + ") %}" + body + "{% endmacro %}" + g.pick("", "{% set x = 'after' %}", "{{ x }}")
	call := name + "(" + g.pick("", "1", "x", "y=5") + ")"
	if g.chance(30) {
		return text + "{% call " + call + " %}" + inner() + "{% endcall %}"
	}
	return text + "{{ " + call + " }}" + g.pick("", "{{ m1() }}")
}
