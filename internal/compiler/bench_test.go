package compiler_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/projectgen"
)

func BenchmarkCompile(b *testing.B) {
	shapes := map[string]func(seed uint64, nodes int) projectgen.Options{"typical": projectgen.Typical, "all SQL": projectgen.AllSQL}
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		for _, nodes := range []int{1_000, 10_000} {
			fsys := projectgen.Generate(shapes[name](1, nodes)).FS()
			b.Run(fmt.Sprint(name, "/", nodes), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					compiler.Compile(fsys, compiler.Options{WithoutSQL: true})
				}
			})
		}
	}
}

func BenchmarkEdit(b *testing.B) {
	fsys := projectgen.Generate(projectgen.Typical(1, 10_000)).FS()
	c := compiler.Compile(fsys, compiler.Options{})
	middle := c.Nodes()[len(c.Nodes())/2]
	b.ReportAllocs()
	for b.Loop() {
		c.Edit(fsys, middle.File)
	}
}
