package fault_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"github.com/millrace/millrace/internal/fault"
)

// TestEveryKindIsDescribed compares the descriptions with the constants in the source. A new kind needs a description.
func TestEveryKindIsDescribed(t *testing.T) {
	t.Parallel()
	described := map[string]bool{}
	for _, d := range fault.Describe() {
		described[string(d.Kind)] = d.Meaning != "" && d.Action != ""
	}
	file, err := parser.ParseFile(token.NewFileSet(), "fault.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if typ, ok := spec.Type.(*ast.Ident); !ok || typ.Name != "Kind" {
			return true
		}
		value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if count++; err != nil || !described[value] {
			t.Errorf("%s has no description: add it to Describe", spec.Names[0].Name)
		}
		return true
	})
	if count == 0 || count != len(described) {
		t.Errorf("%d kinds exist and %d are described", count, len(described))
	}
}
