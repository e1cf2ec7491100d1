package jinja_test

import (
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

// TestMacroOutlivesItsRender keeps a macro in a variable that the next render shares. It must not write to the memory that its own
// render has given back.
func TestMacroOutlivesItsRender(t *testing.T) {
	t.Parallel()
	env := jinja.NewEnvironment(jinja.Options{})
	variables := jinja.Variables{"kept": jinja.DictValue(jinja.NewDict())}
	for _, c := range []struct{ text, want string }{
		{"{% macro m(x) %}<{{ x }}>{% endmacro %}{% set _ = kept.update({'m': m}) %}", ""},
		{"0123456789{{ kept.m('a') }}0123456789{{ kept.m(kept.m('b')) }}", "0123456789<a>0123456789<<b>>"},
	} {
		template, err := env.Compile("test", c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := template.Render(jinja.Input{Scope: variables}); err != nil || got != c.want {
			t.Errorf("%s: %q, %v", c.text, got, err)
		}
	}
}

// TestCallsShareNoVariables calls macros whose frames and arguments use the same memory one after the other.
func TestCallsShareNoVariables(t *testing.T) {
	t.Parallel()
	const other = "{% macro other(a, b, c, d, e=9) %}{% set f = a %}{{ f }}{{ e }}{% endmacro %}"
	for text, want := range map[string]string{
		// A recursive call, and a default that the last call replaced.
		other + "{% macro m(n, x=7) %}{{ n }}{{ x }}{% if n %}{{ m(n - 1, n) }}{% endif %}{{ n }}{{ x }}{% endmacro %}{{ m(2) }}|{{ m(0) }}": "271201011227|0707",
		// A macro that keeps the variables of the call that defined it.
		other + "{% macro m(x) %}{% macro inner() %}{{ x }}{% endmacro %}{{ return(inner) }}{% endmacro %}" +
			"{% set a = m(1) %}{% set b = m(2) %}{{ other(5, 6, 7, 8) }}{{ a() }}{{ b() }}": "5912",
		// A loop that reads ahead after the call that began it.
		other + "{% macro m(ns, least) %}{% for x in [1, 2, 3, 4] if x > least %}{% set ns.l = loop %}{% break %}{% endfor %}{% endmacro %}" +
			"{% set ns = namespace(l=none) %}{{ m(ns, 1) }}{{ other(5, 6, 7, 8) }}{{ ns.l.nextitem }}": "593",
		// Arguments that are calls themselves.
		other + "{% macro add(a, b) %}{{ a }}{{ b }}{% endmacro %}{{ add(add(1, add(2, 3)), dict(x=add(4, 5)).x) }}": "12345",
		// A call block sees the variables around it.
		other + "{% macro m(x) %}{{ other(x, 2, 3, 4) }}{{ caller(x) }}{% endmacro %}{% set y = 3 %}{% call(z) m(1) %}{{ y }}{{ z }}{% endcall %}": "1931",
		// Functions that keep their arguments.
		"{% set c = cycler('a', 'b') %}{{ range(1) | list }}{{ c.next() }}{{ dict(x=c.next()).x }}{{ c.next() }}": "[0]aba",
		"{% for x in [1, 1, 2] %}{{ loop.changed(x) }}{{ range(x) | length }} {% endfor %}":                       "True1 False1 True2 ",
	} {
		env := jinja.NewEnvironment(jinja.Options{Globals: map[string]jinja.Value{"return": jinja.Return()}})
		template, err := env.Compile("test", text)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second render uses the memory of the first
			if got, err := template.Render(jinja.Input{}); err != nil || got != want {
				t.Errorf("%s:\n%q, %v\nwant %q", text, got, err, want)
			}
		}
	}
}
