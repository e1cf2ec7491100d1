package dialect_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/enginekind"
)

// TestObjectIsDescribed compares the reference with the variable dialect of every engine. A new field or function needs a
// description and an example.
func TestObjectIsDescribed(t *testing.T) {
	t.Parallel()
	var described []string
	for _, e := range dialect.DescribeObject() {
		described = append(described, e.Name)
		if e.Meaning == "" || e.Example == "" || e.Output == "" {
			t.Errorf("%s has no meaning, example or output", e.Name)
		}
	}
	slices.Sort(described)
	for _, kind := range enginekind.Names() {
		words, _ := dialect.Lookup(kind)
		object, _ := words.Object().AsDict()
		names := slices.Sorted(slices.Values(object.Keys()))
		if diff := cmp.Diff(names, described); diff != "" {
			t.Errorf("%s (-object +described):\n%s", kind, diff)
		}
	}
}
