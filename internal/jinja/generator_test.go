package jinja_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// templateGenerator generates small templates: most of them valid, some of them invalid.
type templateGenerator struct {
	random *rand.Rand
	names  []string // variables set so far
	macros int
}

// generatorContext contains the variables of the generated templates.
const generatorContext = `{"i": 7, "j": -3, "z": 0, "f": 2.5, "s": "Hello World", "t": "aéßЖ", "e": "", "b": true, "n": null, "x": "ctx", "y": 0,
"l": [3, 1, 2], "m": ["b", "A", "c", "a", ""], "d": {"a": 1, "b": "x", "items": [1], "c": {"k": [1, 2]}}, "el": [], "ed": {},
"rows": [{"n": "b", "k": 2, "x": {"y": 1}, "q": true}, {"n": "A", "k": 1, "x": {"y": 3}}, {"n": "c", "k": 2, "q": null}],
"mix": [0, 1.5, "a", null, true, [1], {"a": 2}], "pairs": [["x", 1], ["y", 2]]}`

func (g *templateGenerator) pick(options ...string) string {
	return options[g.random.IntN(len(options))]
}

func (g *templateGenerator) chance(percent int) bool { return g.random.IntN(100) < percent }

// fill replaces each $I, $S, $L, $D, $B, $A, $R in a pattern by an expression of that sort.
func (g *templateGenerator) fill(pattern string, depth int) string {
	var out strings.Builder
	for {
		i := strings.IndexByte(pattern, '$')
		if i < 0 || i+1 == len(pattern) {
			out.WriteString(pattern)
			return out.String()
		}
		out.WriteString(pattern[:i])
		inner := g.expression(pattern[i+1], depth-1)
		if strings.Contains(inner, " ") && g.chance(90) {
			inner = "(" + inner + ")"
		}
		out.WriteString(inner)
		pattern = pattern[i+2:]
	}
}

// expression returns an expression of a sort, and sometimes of any sort.
func (g *templateGenerator) expression(sort byte, depth int) string {
	if g.chance(2) {
		sort = "ISLDBAR"[g.random.IntN(7)]
	}
	if depth <= 0 || g.chance(15) {
		return g.leaf(sort)
	}
	switch sort {
	case 'I':
		return g.fill(g.pick(numberPatterns...), depth)
	case 'S':
		return g.fill(g.pick(textPatterns...), depth)
	case 'L', 'R':
		if sort == 'R' {
			return g.fill(g.pick(rowPatterns...), depth)
		}
		return g.fill(g.pick(listPatterns...), depth)
	case 'D':
		return g.fill(g.pick(dictPatterns...), depth)
	case 'B':
		return g.fill(g.pick(boolPatterns...), depth)
	default:
		return g.expression("ISLDB"[g.random.IntN(5)], depth)
	}
}

func (g *templateGenerator) leaf(sort byte) string {
	if len(g.names) > 0 && g.chance(15) {
		return g.pick(g.names...)
	}
	switch sort {
	case 'I':
		return g.pick("0", "1", "2", "-1", "5", "1.5", "0.1", "i", "j", "z", "f", "10", "true", "d.a", "l[0]", "3.0")
	case 'S':
		return g.pick("''", "'a'", "'b'", "'x,y,z'", `"it's"`, "s", "t", "e", "' pad '", "'%s'", "'Ab'", "'12'", "d.b", "m[1]", "'é'", `'a\nb'`)
	case 'L':
		return g.pick("[]", "l", "m", "el", "[1, 2, 3]", "(1, 2)", "range(4)", "mix", "['a', 'b']", "pairs", "'abc'", "d.c.k", "[1, 1, 2]")
	case 'R':
		return g.pick("rows", "[]", "rows[1:]", "[{'n': 'z', 'k': 5}]", "pairs")
	case 'D':
		return g.pick("{}", "d", "ed", "{'a': 1}", "{'k': 'v', 'a': [1]}", "rows[0]", "d.c", "dict(a=2, z=3)")
	case 'B':
		return g.pick("true", "false", "b", "1 < 2", "i > 3", "e", "n is none", "l", "missing")
	default:
		return g.pick("n", "missing", "d.zz", "b", "i", "s", "l", "d", "none")
	}
}

var numberPatterns = []string{
	"$I + $I", "$I - $I", "$I * $I", "$I // $I", "$I % $I", "$I / $I", "-$I", "($I)", "$L | length", "$S | length", "$S | int", "$L | map('int') | sum",
	"$I if $B else $I", "$L | first", "$L[$I]", "$I | abs", "$I | round", "$I | round($I)", "$S.find($S)", "$S.count($S)", "($L | list).index($I)",
	"$R | map(attribute='k') | sum", "$D.get('a', $I)", "$D | length", "$S | wordcount", "($L | map('int') | list) | max", "($L | map('int') | list) | min", "$I | int", "$I | float",
	"$S | float", "$I ** 2", "$B + 1", "$D.a", "$L | last", "($L | list).count($A)", "$I | default($I)", "$S | int($I)",
}

var textPatterns = []string{
	"$S ~ $S", "$S + $S", "$S ~ $I ~ $A", "$S | upper", "$S | lower", "$S | title", "$S | capitalize", "$S | trim", "$S | replace($S, $S)",
	"$L | join($S)", "$L | join", "$S if $B else $S", "$S if $B", "$S[$I]", "$S[$I:$I]", "$S[::-1]", "$S[:$I]", "$I | string", "$A | string",
	"$S.upper()", "$S.strip()", "$S.replace($S, $S)", "$S.split($S) | first", "$S.title()", "$S.center($I)", "$S | center($I)", "$S * 2",
	"'%s|%s' % ($A, $A)", "'%5d' % $I", "'{}-{}'.format($A, $S)", "$S | truncate(5, leeway=0)", "$S | indent", "$S | reverse",
	"$S | first", "$S | last", "$S.zfill(4)", "$S.swapcase()", "$D.b", "$R | map(attribute='n') | join(',')", "$S | wordwrap(4)",
	"$S | default($S)", "$S.partition($S)[0]", "$S.rpartition($S)[2]", "$S.ljust(6, '.')", "($S, $S) | join", "$S.join($L)", "$S | urlencode",
	"$S.lstrip($S)", "$S.rstrip('d')", "$A ~ ''", "$S.removeprefix($S)", "'%s' % $A", "$S.casefold()", "$I ~ ''",
}

var listPatterns = []string{
	"[$A, $A]", "[$I, $S, $A]", "($A, $I)", "$L + $L", "$L | list", "$L | map('string') | sort", "$L | sort", "$L | reverse | list", "$L | unique | list", "$L[$I:]", "$L[:$I]",
	"$L[::$I]", "$L | map('string') | list", "$L | map('upper') | list", "$L | select | list", "$L | reject('none') | list", "$S.split($S)",
	"$S.split()", "$S | list", "$D.keys() | list", "$D.values() | list", "$D.items() | list", "$D | list", "$D | dictsort", "range($I) | list",
	"range($I, $I) | list", "$L | batch(2) | list", "$L | slice(2) | list", "$L * 2", "$R | map(attribute='n') | list", "$L if $B else $L",
	"$R | map(attribute='x.y') | list", "$R | map(attribute='k', default=$A) | list", "$L | select('in', $L) | list", "$L | map('default', $A) | list",
	"$L | select('equalto', $A) | list", "$S.splitlines()", "$S.partition($S)", "$R | groupby('k') | map('first') | list", "$L | sort(reverse=$B)",
	"$L | select('string') | list", "$L | select('number') | list", "$D | items | list", "$L | default($L)", "$L | map('length') | list", "$R | groupby('k')",
	"$L | map('int') | list", "$S.rsplit($S, 1)", "$L | unique(true) | list", "$L | map('replace', $S, $S) | list", "$R | sort(attribute='n')",
}

var rowPatterns = []string{
	"$R | selectattr('k') | list", "$R | selectattr('k', 'equalto', $I) | list", "$R | rejectattr('q') | list", "$R | sort(attribute='k') | list",
	"$R | selectattr('n', 'in', $L) | list", "$R | rejectattr('n', 'eq', $S) | list", "$R + $R", "$R | selectattr('q', 'defined') | list",
	"$R | selectattr('x', 'undefined') | list", "$R | unique(attribute='k') | list", "[$D, $D]", "$R | sort(attribute='n', reverse=true)",
	"$R | selectattr('x.y', 'gt', 1) | list", "$R | rejectattr('k', 'in', $L) | list", "$R | selectattr('k', 'ne', $A) | list", "$R[$I:]",
}

var dictPatterns = []string{
	"{'a': $A, 'b': $A}", "{$S: $A, $I: $A}", "{$A: 1}", "dict($D, a=$A)", "$R | first", "$R | last", "dict($D.items())", "$D.copy()",
	"$D if $B else $D", "$R[$I]", "namespace(a=$A)", "$D.c", "dict(k=$A)", "$D | default($D)", "($R | min(attribute='k'))",
}

var boolPatterns = []string{
	"$A == $A", "$A != $A", "$I < $I", "$I <= $I", "$S < $S", "$S >= $S", "$I < $I < $I", "$L < $L", "not $B", "$B and $B", "$B or $B", "$A in $L",
	"$S in $S", "$A not in $L", "$S in $D", "$A is defined", "$A is none", "$A is string", "$A is number", "$A is mapping", "$A is sequence",
	"$A is iterable", "$I is odd", "$I is even", "$I is divisibleby 2", "$A is eq $I", "$A is in $L", "$A is not none", "$S.startswith($S)",
	"$S.endswith($S)", "$S.isdigit()", "$S.isalpha()", "$S.isupper()", "$S is lower", "$A is true", "$A is sameas none", "$L == $L", "$D == $D",
	"$I in ($L | map('int'))", "$A is float", "$A is integer", "$A is boolean", "$A is callable", "$A and $A", "$A or $A", "$S.isalnum()", "$A is undefined",
	"$I == $I == $I", "$I != $I", "'a' in ($R | map(attribute='n'))", "$A is filter", "$D | length > $I", "$A == $A and $A", "$S.islower()", "$S.isspace()",
}

// template generates a whole template.
func (g *templateGenerator) template() string {
	g.names, g.macros = nil, 0
	switch g.random.IntN(10) {
	case 0, 1, 2:
		return g.scopeTemplate()
	case 3:
		return g.fragmentTemplate()
	}
	return g.body(1+g.random.IntN(3), 2)
}

func (g *templateGenerator) body(statements, depth int) string {
	var out strings.Builder
	for range statements {
		out.WriteString(g.statement(depth))
		if g.chance(25) {
			out.WriteString(g.pick(" ", "\n", "x", "  \n ", ";", "\t"))
		}
	}
	return out.String()
}

func (g *templateGenerator) statement(depth int) string {
	if depth <= 0 || g.chance(45) {
		return g.open("{{ ") + g.expression('A', 3) + g.shut(" }}")
	}
	switch g.random.IntN(11) {
	case 0, 1:
		return g.tag("if "+g.expression('B', 2)) + g.body(1, depth-1) + g.tag("elif "+g.expression('B', 1)) + g.body(1, depth-1) +
			g.tag("else") + g.body(1, depth-1) + g.tag("endif")
	case 2, 3:
		return g.loop(depth)
	case 4, 5:
		name := g.name()
		value := g.expression('A', 3)
		return g.tag("set " + name + " = " + value)
	case 6:
		return g.macro(depth)
	case 7:
		name := g.name()
		return g.tag("set "+name+g.pick("", " | upper", " | trim")) + g.body(1, depth-1) + g.tag("endset")
	case 8:
		return g.tag("with "+g.name()+" = "+g.expression('A', 2)) + g.body(2, depth-1) + g.tag("endwith")
	case 9:
		return g.tag("filter "+g.pick("upper", "trim", "title", "replace('a', 'b')", "indent(2)")) + g.body(1, depth-1) + g.tag("endfilter")
	default:
		return g.tag("do " + g.fill(g.pick("l.append($A)", "d.update({$S: $A})", "m.extend($L)", "l.pop()", "d.pop($S, none)", "m.sort()", "l.insert($I, $A)"), 2))
	}
}

func (g *templateGenerator) loop(depth int) string {
	if g.chance(25) {
		return g.tag("for a, c in "+g.pick("pairs", "d.items()", "d | dictsort", "rows | groupby('k')")) + "{{ a }}{{ loop.index }}" +
			g.body(1, depth-1) + g.tag("endfor")
	}
	name := g.name()
	head := "for " + name + " in " + g.expression("LLR"[g.random.IntN(3)], 2)
	if g.chance(30) {
		head += " if " + g.expression('B', 2)
	}
	loop := g.pick("", "{{ loop.index }}", "{{ loop.last }}", "{{ loop.first }}", "{{ loop.revindex }}", "{{ loop.previtem }}", "{{ loop.nextitem }}",
		"{{ loop.length }}", "{{ loop.cycle('p', 'q') }}", "{{ loop.changed("+name+") }}", "{{ ', ' if not loop.last }}")
	text := g.tag(head) + g.body(1, depth-1) + loop
	if g.chance(30) {
		text += g.tag("else") + g.body(1, depth-1)
	}
	return text + g.tag("endfor")
}

func (g *templateGenerator) macro(depth int) string {
	g.macros++
	name := fmt.Sprintf("macro%d", g.macros)
	text := g.tag("macro "+name+"(p, q="+g.expression('A', 1)+")") + "{{ p }}" + g.body(1, depth-1) + g.pick("", "{{ varargs }}", "{{ kwargs }}", "{{ caller() }}") + g.tag("endmacro")
	if g.chance(25) {
		return text + g.tag("call "+name+"("+g.expression('A', 1)+")") + g.body(1, depth-1) + g.tag("endcall")
	}
	return text + "{{ " + name + g.fill(g.pick("($A)", "($A, $A)", "(q=$A)", "(p=$A)", "()", "($A, $A, $A)", "(*$L)", "($A, r=$A)"), 2) + " }}"
}

// name returns a new or an existing variable name, and records it.
func (g *templateGenerator) name() string {
	name := g.pick("v", "w", "x", "y", "i", "s", "l", "missing")
	g.names = append(g.names, name)
	return name
}

func (g *templateGenerator) tag(text string) string { return g.open("{% ") + text + g.shut(" %}") }

func (g *templateGenerator) open(tag string) string {
	if g.chance(10) {
		return tag[:2] + g.pick("- ", "+ ")
	}
	return tag
}

func (g *templateGenerator) shut(tag string) string {
	if g.chance(10) {
		return " -" + tag[1:]
	}
	return tag
}
