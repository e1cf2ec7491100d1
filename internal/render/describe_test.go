package render_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/render"
)

// TestEveryNameOfTemplatesIsDescribed compares the reference with what templates can use. A new function, filter, test or
// variable needs a description and an example.
func TestEveryNameOfTemplatesIsDescribed(t *testing.T) {
	t.Parallel()
	for kind, c := range map[string]struct {
		described []jinja.Entry
		exist     []string
	}{
		"functions": {render.DescribeFunctions(), render.FunctionNames()},
		"filters":   {render.DescribeFilters(), render.OwnFilterNames()},
		"tests":     {render.DescribeTests(), render.OwnTestNames()},
		"variables": {render.DescribeVariables(), render.VariableNames()},
	} {
		var names []string
		for _, e := range c.described {
			names = append(append(names, e.Name), e.Aliases...)
			if e.Usage == "" || e.Meaning == "" || e.Example == "" {
				t.Errorf("%s: %s has no description or no example", kind, e.Name)
			}
		}
		for _, name := range c.exist {
			if !slices.Contains(names, name) {
				t.Errorf("%s: %s has no description", kind, name)
			}
		}
		if kind == "functions" || kind == "variables" { // the others also contain those of the language
			slices.Sort(names)
			if diff := cmp.Diff(c.exist, names); diff != "" {
				t.Errorf("%s (-exist +described):\n%s", kind, diff)
			}
		}
	}
}
