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
	generated = flag.Int("generated", 2000, "how many templates are made up and held against Python's Jinja2") //nolint:gochecknoglobals // a flag
	seed      = flag.Uint64("seed", 1, "where the making up of templates begins")                              //nolint:gochecknoglobals // a flag
)

// TestAgainstPython renders made-up templates with both implementations. What is right is what Python says.
func TestAgainstPython(t *testing.T) {
	t.Parallel()
	g := &templateGenerator{random: rand.New(rand.NewPCG(*seed, 0))}
	questions := make([]question, *generated)
	for i := range questions {
		questions[i] = question{Template: g.template(), Context: json.RawMessage(generatorContext)}
	}
	answers := askPython(t, questions)
	env := jinja.NewEnvironment(jinja.Options{})
	differences, outputs := 0, 0
	for i, q := range questions {
		got := ask(t, env, q)
		if got.Error == "" {
			outputs++
		}
		if !equivalent(got, answers[i]) {
			t.Errorf("%s\n   ours: %s\n Jinja2: %s", q.Template, got, answers[i])
			if differences++; differences == 20 {
				t.Fatal("and perhaps more")
			}
		}
	}
	t.Logf("%d of %d templates gave an output", outputs, len(questions))
}

// TestInsertSelectAgainstPython renders a template as real projects have them.
func TestInsertSelectAgainstPython(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(insertSelectContext())
	if err != nil {
		t.Fatal(err)
	}
	q := question{Template: "{% macro stage(name) %}-- stage {{ name }}{% endmacro %}" + insertSelect(t), Context: raw}
	want := askPython(t, []question{q})[0]
	got := ask(t, jinja.NewEnvironment(jinja.Options{}), q)
	if got != want || !strings.Contains(got.Output, `"COLUMN_11"`) {
		t.Errorf("ours:\n%s\nJinja2:\n%s", got.Output, want.Output)
	}
}

// equivalent compares outputs exactly and errors by their kind, but for differences that are meant.
func equivalent(ours, python answer) bool {
	switch {
	case ours.Error == "" && python.Error == "":
		return ours.Output == python.Output || strings.Contains(strings.ToLower(python.Output), " object at 0x")
	case strings.HasPrefix(ours.Message, "slice indices"), strings.HasSuffix(ours.Message, "is not subscriptable"):
		return true // Jinja2 returns undefined when all of it is constant
	case strings.HasPrefix(python.Message, "unhashable type"):
		return true // Jinja2 finds it in a constant before anything is rendered, also where nothing would be
	case ours.Error == "limit", ours.Message == "integer overflow", strings.Contains(ours.Message, "complex"):
		return true
	case ours.Error == "undefined" && python.Error == "type":
		return true // ours names the variable where Python only sees that the type does not fit
	default:
		return ours.Error == python.Error
	}
}
