package compiler_test

import (
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/projectgen"
)

// TestParsedTextsAreReleased checks that no node keeps the parsed form of its text, which needs several times the memory of the
// text, and that an edit upstream of it still compiles it like the first compilation.
func TestParsedTextsAreReleased(t *testing.T) {
	t.Parallel()
	generated := projectgen.Generate(projectgen.AllSQL(1, 100))
	fsys := generated.FS()
	c := compiler.Compile(fsys, compiler.Options{})
	for _, n := range c.Nodes() {
		if n.SQL != nil && n.SQL.Read != nil {
			t.Errorf("%s keeps its parsed text", n.Ref())
		}
	}
	for _, n := range c.Nodes() {
		if again, _ := c.Edit(fsys, n.File).Node(n.ID); again.Fingerprint != n.Fingerprint || len(again.Columns) != len(n.Columns) {
			t.Errorf("%s changes without an edit", n.Ref())
		}
	}
}
