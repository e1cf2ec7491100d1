package jinja_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

func compileAll(t testing.TB, texts ...string) []*jinja.Template {
	t.Helper()
	env := jinja.NewEnvironment(jinja.Options{KeepTrailingNewline: true})
	var parts []*jinja.Template
	for _, text := range texts {
		part, err := env.Compile("part", text)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part)
	}
	return parts
}

func TestJoin(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		parts []string
		want  string
	}{
		"later parts see macros and variables": {[]string{"{% macro m(a) %}<{{ a }}>{% endmacro %}{% set v = 1 %}", "{{ m(v) }}"}, "<1>"},
		"macros see variables of later parts":  {[]string{"{% macro m() %}{{ x }}{{ v }}{% endmacro %}", "{% set v = 2 %}{{ m() }}"}, "ctx2"},
		"a later set overrides a variable":     {[]string{"{% macro m() %}[{{ x }}]{% endmacro %}{{ m() }}", "{% set x = 'new' %}{{ m() }}"}, "[][new]"},
		"a variable read before a later set":   {[]string{"{{ x }}{% macro m() %}[{{ x }}]{% endmacro %}{{ m() }}", "{% set x = 'new' %}{{ m() }}"}, "ctx[ctx][new]"},
		"the last macro definition is used":    {[]string{"{% macro m() %}one{% endmacro %}{% macro n() %}{{ m() }}{% endmacro %}", "{% macro m() %}two{% endmacro %}", "{{ n() }}"}, "two"},
		"loops in different parts":             {[]string{"{% for i in [1] %}{% set x = i %}{{ x }}{% endfor %}{{ x }}", "{% for i in [2] %}{{ i }}{% set x = i %}{{ x }}{% endfor %}{{ x }}"}, "1ctx22ctx"},
		"a loop reads a variable set later":    {[]string{"{% macro m() %}{% for i in [1] %}{% set v = v %}{{ v }}{% endfor %}{% endmacro %}", "{% set v = 5 %}{{ m() }}"}, "5"},
		"empty parts":                          {[]string{"", "a", ""}, "a"},
		"plain parts":                          {[]string{"a\n", "b\n"}, "a\nb\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := jinja.Input{Variables: map[string]jinja.Value{"x": jinja.String("ctx")}}
			joined := jinja.Join("joined", compileAll(t, tt.parts...)...)
			if got, err := joined.Render(in); err != nil || got != tt.want {
				t.Errorf("joined: %q, %v; want %q", got, err, tt.want)
			}
			whole := compileAll(t, strings.Join(tt.parts, ""))[0]
			if got, err := whole.Render(in); err != nil || got != tt.want {
				t.Errorf("concatenated: %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

// TestJoinIsConcatenation divides generated templates between their statements, also into parts that are themselves
// joined.
func TestJoinIsConcatenation(t *testing.T) {
	t.Parallel()
	g := &templateGenerator{random: rand.New(rand.NewPCG(7, 7))}
	raw := json.RawMessage(generatorContext)
	for range 500 {
		texts := []string{g.scopeTemplate(), g.scopeTemplate(), g.scopeTemplate()}
		parts := compileAll(t, append(texts, strings.Join(texts, ""))...)
		want, wantErr := parts[3].Render(jinja.Input{Variables: contextOf(t, raw)})
		for name, joined := range map[string]*jinja.Template{
			"flat":  jinja.Join("all", parts[0], parts[1], parts[2]),
			"left":  jinja.Join("all", jinja.Join("ab", parts[0], parts[1]), parts[2]),
			"right": jinja.Join("all", parts[0], jinja.Join("bc", parts[1], parts[2])),
		} {
			got, err := joined.Render(jinja.Input{Variables: contextOf(t, raw)})
			if got != want || (err == nil) != (wantErr == nil) {
				t.Fatalf("%s: %q\n joined: %q, %v\n  whole: %q, %v", name, texts, got, err, want, wantErr)
			}
		}
	}
}

func TestErrorsInJoinedPartsNameThePart(t *testing.T) {
	t.Parallel()
	env := jinja.NewEnvironment(jinja.Options{})
	macros, err := env.Compile("macros", "{% macro m(a) %}\n{{ a.b.c }}{% endmacro %}")
	if err != nil {
		t.Fatal(err)
	}
	node, err := env.Compile("node", "{{ m(1) }}")
	if err != nil {
		t.Fatal(err)
	}
	_, err = jinja.Join("all", macros, node).Render(jinja.Input{})
	if e := asJinjaError(t, err); e.Template != "macros" || e.Line != 2 || e.Column != 6 {
		t.Errorf("got %v", err)
	}
}
