package jinja_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

var (
	generated = flag.Int("generated", 2000, "number of generated templates to compare with Python's Jinja2") //nolint:gochecknoglobals // a flag
	seed      = flag.Uint64("seed", 1, "seed of the template generator")                                     //nolint:gochecknoglobals // a flag
)

// TestAgainstPython renders generated templates with both implementations. Python's result is the expected one.
func TestAgainstPython(t *testing.T) {
	t.Parallel()
	g := &templateGenerator{random: rand.New(rand.NewPCG(*seed, 0))}
	requests := make([]renderRequest, *generated)
	for i := range requests {
		requests[i] = renderRequest{Template: g.template(), Context: json.RawMessage(generatorContext)}
	}
	results := renderWithPython(t, requests)
	env := jinja.NewEnvironment(jinja.Options{})
	differences, outputs := 0, 0
	for i, q := range requests {
		got := renderWithGo(t, env, q)
		if got.Error == "" {
			outputs++
		}
		if !equivalent(got, results[i]) {
			t.Errorf("%s\n   ours: %s\n Jinja2: %s", q.Template, got, results[i])
			if differences++; differences == 20 {
				t.Fatal("stopped after 20 differences")
			}
		}
	}
	t.Logf("%d of %d templates rendered without an error", outputs, len(requests))
}

// TestInsertSelectAgainstPython renders a template like those of real projects.
func TestInsertSelectAgainstPython(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(insertSelectContext())
	if err != nil {
		t.Fatal(err)
	}
	q := renderRequest{Template: "{% macro stage(name) %}-- stage {{ name }}{% endmacro %}" + insertSelect(t), Context: raw}
	want := renderWithPython(t, []renderRequest{q})[0]
	got := renderWithGo(t, jinja.NewEnvironment(jinja.Options{}), q)
	if got != want || !strings.Contains(got.Output, `"COLUMN_11"`) {
		t.Errorf("ours:\n%s\nJinja2:\n%s", got.Output, want.Output)
	}
}

// equivalent compares outputs exactly and errors by their kind, except for intended differences.
func equivalent(ours, python renderResult) bool {
	switch {
	case ours.Error == "" && python.Error == "":
		return ours.Output == python.Output || strings.Contains(strings.ToLower(python.Output), " object at 0x")
	case strings.HasPrefix(ours.Message, "slice indices"), strings.HasSuffix(ours.Message, "is not subscriptable"):
		return true // Jinja2 returns undefined if the whole expression is constant
	case strings.HasPrefix(python.Message, "unhashable type"):
		return true // Jinja2 reports it for constants before it renders, even in code that does not run
	case ours.Error == "limit", ours.Message == "integer overflow", strings.Contains(ours.Message, "complex"):
		return true
	case ours.Error == "undefined" && python.Error == "type":
		return true // our error names the variable; Python reports only the wrong type
	default:
		return ours.Error == python.Error
	}
}
