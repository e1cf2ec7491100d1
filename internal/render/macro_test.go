package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// TestEveryNameOfTheEngineIsProtected defines a macro under each name that templates can use. Only the functions that compute
// texts may be replaced.
func TestEveryNameOfTheEngineIsProtected(t *testing.T) {
	t.Parallel()
	replaceable := []string{"get_source_transform", "get_value_by_column_attribute", "hash"}
	n := &transform.Node{ID: "a", Name: "A", Location: "WORK", Seed: &transform.Seed{}}
	for _, name := range rendererWithMacros(t, "").Variables(n).Names() {
		_, found := render.New(projectWithMacros("{% macro "+name+"() %}{% endmacro %}"), nodetype.NewCatalog(nil, "duckdb"), render.Target{})
		isProtected := len(found) == 1 && found[0].Code == "macro-name"
		if isReplaceable := slices.Contains(replaceable, name); isProtected == isReplaceable {
			t.Errorf("macro %s: replaceable %t, findings %v", name, isReplaceable, found)
		}
	}
}

func TestMacroInsideMacroIsKept(t *testing.T) {
	t.Parallel()
	text := "{% macro outer() %}{% macro inner() %}x{% endmacro %}{{ inner() }}{% endmacro %}{% macro bad() %}{{ | }}{% endmacro %}"
	_, found := render.New(projectWithMacros(text), nodetype.NewCatalog(nil, "duckdb"), render.Target{})
	if len(found) != 1 || found[0].Line != 1 || found[0].Column != 101 {
		t.Errorf("findings: %v", found)
	}
}

func TestTextOutsideOfMacrosThatDoesNotCompile(t *testing.T) {
	t.Parallel()
	_, found := render.New(projectWithMacros("{% macro good() %}x{% endmacro %}\n{% set y = %}"), nodetype.NewCatalog(nil, "duckdb"), render.Target{})
	if len(found) != 1 || found[0].Code != "macro-syntax" || found[0].Line != 2 {
		t.Errorf("findings: %v", found)
	}
}

// TestNamesOfTheEngineKeepTheirMeaning renders a node whose project defines names of the engine next to names of its own.
func TestNamesOfTheEngineKeepTheirMeaning(t *testing.T) {
	t.Parallel()
	const good = "{% macro good() %}x{% endmacro %}"
	n := &transform.Node{ID: "a", Name: "A", Location: "WORK", SQL: &transform.SQLText{
		Text: "{{ good() }} {{ own | default('none') }} {{ config is mapping and config.a is not defined }}",
	}}
	for text, want := range map[string]string{
		good + "{% set config = {'a': 1} %}{% set own = 2 %}":                                        "1 x 2 True",
		good + "{% set own, config = 2, {'a': 1} %}":                                                 "1 x 2 True",
		good + "\r\n{# é #}{% if true %}{% set config %}y{% endset %}{% endif %}\r{% set own = 2 %}": "1 x 2 True",
		good + "{% macro config() %}y{% endmacro %}\n{% set own = 2 %}":                              "1 x 2 True",
		good + "\n{% macro config() %}y{% endmacro %}\n{% set y = %}":                                "2 x none True",
		good + "{% set config = 1 %}{% macro bad() %}{{ | }}{% endmacro %}{% set own = 2 %}":         "2 x 2 True",
	} {
		r, found := render.New(projectWithMacros(text), nodetype.NewCatalog(nil, "duckdb"), render.Target{})
		expanded, problems := r.Expand(n)
		got := strings.TrimSpace(expanded.Text)
		if got = fmt.Sprint(len(found), " ", got); got != want || len(problems) > 0 {
			t.Errorf("%q: got %q, want %q; findings %v %v", text, got, want, found, problems)
		}
	}
}

// TestReturnOutsideOfMacro checks that the error says what is wrong.
func TestReturnOutsideOfMacro(t *testing.T) {
	t.Parallel()
	env := jinja.NewEnvironment(jinja.Options{Globals: map[string]jinja.Value{"return": jinja.Return()}})
	template, err := env.Compile("t", "{{ return([1]) }}")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = template.Render(jinja.Input{}); err == nil || !strings.Contains(err.Error(), "outside of a macro") {
		t.Errorf("got %v", err)
	}
}

func projectWithMacros(text string) *transform.Project {
	return &transform.Project{Macros: []transform.Macro{{Text: text, File: "macros/macro-1.yml"}}}
}

func rendererWithMacros(t *testing.T, text string) *render.Renderer {
	t.Helper()
	r, found := render.New(projectWithMacros(text), nodetype.NewCatalog(nil, "duckdb"), render.Target{})
	if len(found) > 0 {
		t.Fatal(found)
	}
	return r
}
