package jinja_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

func renderWithFunctions(t *testing.T, text string, more map[string]jinja.Value, limits jinja.Limits) (string, error) {
	t.Helper()
	globals := map[string]jinja.Value{"return": jinja.Return(), "fromjson": jinja.FromJSON()}
	maps.Copy(globals, more)
	template, err := jinja.NewEnvironment(jinja.Options{Globals: globals}).Compile("test", text)
	if err != nil {
		t.Fatal(err)
	}
	return template.Render(jinja.Input{Limits: limits})
}

// TestReturnInMacroHasNoPosition checks that the position of a return() is computed only where it is an error: that takes as long as
// the text before it.
func TestReturnInMacroHasNoPosition(t *testing.T) {
	t.Parallel()
	if e := jinja.LocatedReturn(); e.Line != 0 || e.Column != 0 {
		t.Errorf("return() has the position %d:%d", e.Line, e.Column)
	}
	out, err := renderWithFunctions(t, "{% macro m() %}{% for i in [1, 2] %}{{ return(i) }}{% endfor %}{% endmacro %}{{ m() + m() }}", nil, jinja.Limits{})
	if err != nil || out != "2" {
		t.Errorf("got %q, %v", out, err)
	}
	_, err = renderWithFunctions(t, "a\n{% if true %}\n  {{ [return(1)] }}{% endif %}", nil, jinja.Limits{})
	if e := asJinjaError(t, err); e.Line != 3 || e.Template != "test" || !strings.Contains(e.Message, "outside of a macro") {
		t.Errorf("got %v", err)
	}
}

// TestDroppedOutputUsesSteps ends blocks before their end, which drops what they wrote.
func TestDroppedOutputUsesSteps(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", longText)
	for name, text := range map[string]string{
		"set":    "{% for i in range(100000) %}{% do tick() %}{% set y %}" + long + "{% continue %}{% endset %}{% endfor %}",
		"return": "{% macro m() %}" + long + "{{ return(1) }}{% endmacro %}{% for i in range(100000) %}{% do tick() %}{% do m() %}{% endfor %}",
	} {
		rounds := 0
		tick := jinja.Function("tick", func(jinja.Arguments) (jinja.Value, error) {
			if rounds++; rounds > maxForTexts {
				return jinja.Value{}, errTooManyRounds
			}
			return jinja.None(), nil
		})
		_, err := renderWithFunctions(t, text, map[string]jinja.Value{"tick": tick}, jinja.Limits{Steps: loopSteps})
		if err == nil || errors.Is(err, errTooManyRounds) || asJinjaError(t, err).Kind != jinja.LimitError {
			t.Errorf("%s: got %.200v, want the step limit", name, err)
		}
	}
}
