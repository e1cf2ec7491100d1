package nodegraph_test

import (
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/nodegraph"
	"github.com/millrace/millrace/internal/projectgen"
)

// BenchmarkDraw draws a generated project of 5,000 nodes: the first time, and again from the cache.
func BenchmarkDraw(b *testing.B) {
	p := nodegraph.OfCompilation(compiler.Compile(projectgen.Generate(projectgen.Typical(1, 5000)).FS(), compiler.Options{WithoutSQL: true}))
	draw := func(b *testing.B, drawer *nodegraph.Drawer) {
		b.Helper()
		if _, err := drawer.Draw(b.Context(), p, nodegraph.DrawRequest{}); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			draw(b, nodegraph.NewDrawer())
		}
	})
	b.Run("again", func(b *testing.B) {
		drawer := nodegraph.NewDrawer()
		for b.Loop() {
			draw(b, drawer)
		}
	})
	b.Run("match", func(b *testing.B) {
		for b.Loop() {
			p.Match(nodegraph.Selectors{Include: "+{ location: MART } OR { name: STG_* }+"})
		}
	})
}
