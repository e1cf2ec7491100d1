package jinja_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/jinja"
)

// TestEveryNameIsDescribed compares the reference with the filters, tests and functions that templates have. A new one
// needs a description and an example.
func TestEveryNameIsDescribed(t *testing.T) {
	t.Parallel()
	for kind, c := range map[string]struct {
		described []jinja.Entry
		exist     []string
	}{
		"filters": {jinja.DescribeFilters(), jinja.FilterNames()},
		"tests":   {jinja.DescribeTests(), jinja.NamesOfTests()},
		"globals": {jinja.DescribeGlobals(), jinja.GlobalNames()},
	} {
		var names []string
		for _, e := range c.described {
			names = append(append(names, e.Name), e.Aliases...)
			if e.Usage == "" || e.Meaning == "" {
				t.Errorf("%s: %s has no description", kind, e.Name)
			}
		}
		slices.Sort(names)
		if diff := cmp.Diff(c.exist, names); diff != "" {
			t.Errorf("%s (-exist +described):\n%s", kind, diff)
		}
	}
}

func TestExamplesOfTheReferenceRender(t *testing.T) {
	t.Parallel()
	for _, e := range slices.Concat(jinja.DescribeGlobals(), jinja.DescribeFilters(), jinja.DescribeTests()) {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			if got := renderText(t, e.Example, nil); got != e.Output {
				t.Errorf("%s renders to %q, want %q", e.Example, got, e.Output)
			}
		})
	}
}
