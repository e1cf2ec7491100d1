package jinja_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

func TestPrunedTemplateRendersTheSame(t *testing.T) {
	t.Parallel()
	library := `{% macro bold(x) %}<{{ x }}>{% endmacro %}{% macro unused(y) %}{{ missing.y }}{{ bold(y) }}{% endmacro %}
{% set mark = '!' %}{% macro loud(x) %}{{ bold(x) }}{{ mark }}{{ tail }}{% endmacro %}{% macro late() %}{{ later() }}{% endmacro %}
{% macro repeat(n) %}{{ n }}{% if n %}{{ repeat(n - 1) }}{% endif %}{% endmacro %}{% macro defaults(x=bold('d')) %}{{ x }}{% endmacro %}`
	for _, body := range []string{
		"", "text", "{{ loud('a') }}", "{% set tail = '?' %}{{ loud('a') }}", "{% macro later() %}L{% endmacro %}{{ late() }}",
		"{% macro bold(x) %}[{{ x }}]{% endmacro %}{{ loud('a') }}", "{{ repeat(3) }}", "{{ defaults() }}{{ unused is defined }}",
		"{% for x in [1, 2] %}{{ loud(x) }}{{ loop.index }}{% endfor %}", "{% set f = loud %}{{ f(1) }}", "{{ late() }}",
		"{% call loud(1) %}{% endcall %}", "{{ late }}{{ v }}", "{% set mark = '#' %}{{ loud(2) }}", "{{ lod('a') }}", "{{ mark.x.y }}",
		"{% macro own() %}{{ loud('o') }}{% endmacro %}", "{% macro own() %}{{ loud('o') }}{% endmacro %}{{ own() }}",
	} {
		environment := jinja.NewEnvironment(jinja.Options{})
		parts := make([]*jinja.Template, 2)
		for i, text := range []string{library, body} {
			var err error
			if parts[i], err = environment.Compile("part", text); err != nil {
				t.Fatal(err)
			}
		}
		whole := jinja.Join("whole", parts...)
		input := jinja.Input{Variables: map[string]jinja.Value{"v": jinja.Int(4)}}
		want, wantErr := whole.Render(input)
		got, err := whole.Pruned().Render(input)
		if got != want || errorText(err) != errorText(wantErr) {
			t.Errorf("%s\n got %q, %s\nwant %q, %s", body, got, errorText(err), want, errorText(wantErr))
		}
	}
}

// errorText returns an error with its hint.
func errorText(err error) string {
	if problem, ok := errors.AsType[*jinja.Error](err); ok {
		return strings.Join([]string{problem.Error(), problem.Hint}, " ")
	}
	return ""
}
