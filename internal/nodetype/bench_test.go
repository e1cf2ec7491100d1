package nodetype_test

import (
	"testing"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

func BenchmarkCatalog(b *testing.B) {
	for b.Loop() {
		nodetype.NewCatalog(nil, "duckdb")
	}
}

// BenchmarkRun renders the run template of a node with twenty columns.
func BenchmarkRun(b *testing.B) {
	for _, kind := range []transform.NodeTypeID{"Stage", "Fact", "Dimension"} {
		b.Run(string(kind), func(b *testing.B) {
			words := []string{"ID INTEGER key", "CITY VARCHAR tracked"}
			for i := range 18 {
				words = append(words, "COLUMN_"+string(rune('A'+i))+" VARCHAR")
			}
			n := yamlNode(kind, columns(words...), "A")
			project := &transform.Project{Locations: []string{"SRC", "OUT"}, Nodes: append(readable(), n)}
			duckdb, _ := dialect.Lookup("duckdb")
			renderer, _ := render.New(project, nodetype.NewCatalog(nil, "duckdb"), render.Target{Dialect: duckdb})
			for b.Loop() {
				if result, found := renderer.Render(render.Request{Node: n, Template: render.Run}); result == nil {
					b.Fatal(found)
				}
			}
		})
	}
}
