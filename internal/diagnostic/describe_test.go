package diagnostic_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"github.com/millrace/millrace/internal/diagnostic"
)

// TestEveryCodeIsDescribed compares the descriptions with the constants in the source. A new code needs a description.
func TestEveryCodeIsDescribed(t *testing.T) {
	t.Parallel()
	described := map[string]bool{}
	for _, section := range diagnostic.Describe() {
		for _, d := range section.Codes {
			if described[string(d.Code)] {
				t.Errorf("%s is described twice", d.Code)
			}
			described[string(d.Code)] = d.Meaning != "" && d.Action != ""
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if count++; err != nil || !described[value] {
			t.Errorf("%s has no description: add it to Describe", spec.Names[0].Name)
		}
		return true
	})
	if count == 0 || count != len(described) {
		t.Errorf("%d codes exist and %d are described", count, len(described))
	}
}
