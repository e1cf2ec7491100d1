package compiler_test

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/projectgen"
)

func BenchmarkCompile(b *testing.B) {
	for _, nodes := range []int{1_000, 10_000} {
		fsys := projectgen.Generate(projectgen.Typical(1, nodes)).FS()
		b.Run(fmt.Sprint(nodes), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				compiler.Compile(fsys, compiler.Options{})
			}
		})
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
