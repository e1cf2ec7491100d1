package compiler_test

import (
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/projectgen"
)

func TestGeneratedProjectsAreSound(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		o := projectgen.Typical(seed, 300)
		if seed%2 == 1 {
			o.Platform = "postgres"
		}
		c := compiler.Compile(projectgen.Generate(o).FS(), compiler.Options{})
		for i, d := range c.Diagnostics {
			if i == 20 {
				break
			}
			t.Errorf("seed %d: %s", seed, d)
		}
		if len(c.Nodes()) != 300 {
			t.Errorf("seed %d: %d nodes", seed, len(c.Nodes()))
		}
	}
}
