package projectgen_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/projectgen"
	"github.com/millrace/millrace/internal/transform"
)

// report shows the first findings of a project that should have none.
func report(t *testing.T, found []diagnostic.Diagnostic) {
	t.Helper()
	for i, d := range found {
		if i == 10 {
			t.Errorf("… and %d more", len(found)-i)
			return
		}
		t.Errorf("%s\n    → %s", d, d.Hint)
	}
}

func TestCompilerFindsNothing(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]projectgen.Options{
		"typical":     projectgen.Typical(1, 400),
		"another":     projectgen.Typical(2, 400),
		"all YAML":    {Seed: 3, Nodes: 200},
		"all SQL":     {Seed: 4, Nodes: 200, SQLShare: 1},
		"12 columns":  projectgen.AllSQL(10, 400),
		"macros":      {Seed: 5, Nodes: 200, SQLShare: 0.5, MacroHeavy: 0.5},
		"small":       {Seed: 6, Nodes: 2, Layers: 2},
		"deep":        {Seed: 7, Nodes: 200, Layers: 25, SQLShare: 0.5},
		"wide":        {Seed: 8, Nodes: 60, Columns: 60, SQLShare: 0.5},
		"on postgres": {Seed: 9, Nodes: 200, SQLShare: 0.5, Platform: "postgres"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := projectgen.Generate(options)
			c := compiler.Compile(p.FS(), compiler.Options{})
			report(t, c.Diagnostics)
			if got, want := len(c.Nodes()), len(p.NodeIDs()); got != want {
				t.Errorf("%d nodes compiled, %d generated", got, want)
			}
			for _, n := range c.Nodes() {
				if n.Opaque != "" {
					t.Errorf("%s: lineage is not known: %s", n.Ref(), n.Opaque)
				}
			}
		})
	}
}

func TestAllSQLHasTwelveColumnsInEachNode(t *testing.T) {
	t.Parallel()
	c := compiler.Compile(projectgen.Generate(projectgen.AllSQL(1, 500)).FS(), compiler.Options{})
	written, twelve := 0, 0
	for _, n := range c.Nodes() {
		if n.Kind == transform.SQLNode {
			written++
		}
		selected := slices.DeleteFunc(slices.Clone(n.Columns), func(column transform.Column) bool {
			return strings.HasPrefix(column.Name, "SYSTEM_") || column.Flag("isSurrogateKey")
		})
		if len(selected) == 12 || len(selected) == 13 { // a window function adds one
			twelve++
		}
	}
	if written < 480 || twelve < 400 {
		t.Errorf("%d SQL nodes and %d nodes with 12 columns of 500", written, twelve)
	}
}

func TestFilesAreInCanonicalForm(t *testing.T) {
	t.Parallel()
	p := projectgen.Generate(projectgen.Options{Seed: 1, Nodes: 200, SQLShare: 0.5, MacroHeavy: 0.2})
	for path, content := range p.Files {
		formatted, changed, err := projectfile.Format(path, content)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		for i, line := range strings.Split(string(content), "\n") {
			if canonical := strings.Split(string(formatted), "\n"); changed && canonical[min(i, len(canonical)-1)] != line {
				t.Fatalf("%s line %d is\n%s\n and should be\n%s", path, i+1, line, canonical[min(i, len(canonical)-1)])
			}
		}
	}
}
