package jinja_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

// Each piece of output leads back to the text or the tag that it comes from.
func TestTraceFindsTheSourceOfOutput(t *testing.T) {
	t.Parallel()
	env := jinja.NewEnvironment(jinja.Options{})
	prelude, err := env.Compile("prelude", "{% macro wide(x) %}\n<{{ x }}>\n{% endmacro %}printed ")
	if err != nil {
		t.Fatal(err)
	}
	const text = "first {{ wide('A') }}\n{%- for i in [1, 2] %} loop{{ i }}{% endfor %}{% set s %}captured{% endset %}\nlast {{ s }}"
	body, err := env.Compile("body", text)
	if err != nil {
		t.Fatal(err)
	}
	trace := jinja.NewTrace(body)
	out, err := jinja.Join("whole", prelude, body).Render(jinja.Input{Limits: jinja.DefaultLimits(), Trace: trace})
	if err != nil {
		t.Fatal(err)
	}
	for piece, source := range map[string]string{"first": "first", "<A>": "wide", "loop1": "loop", "loop2": "loop", "2\n": "i }}{% end", "last": "last", "captured": "s }}"} {
		got, ok := trace.Source(strings.Index(out, piece))
		want := strings.Index(text, source)
		if source == "s }}" {
			want = strings.LastIndex(text, source)
		}
		if !ok || got != want {
			t.Errorf("%q comes from %d, %v; want %d", piece, got, ok, want)
		}
	}
	if _, ok := trace.Source(strings.Index(out, "printed")); ok {
		t.Error("output of another part has a source")
	}
}
