package difference_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/transform"
)

// A name that the engine would truncate blocks the plan.
func TestNamesThatAreTooLong(t *testing.T) {
	t.Parallel()
	longest, tooLong := strings.Repeat("N", 63), strings.Repeat("ß", 32)
	for name, tt := range map[string]struct {
		platform, node, column, schema string
		want                           []string
	}{
		"just fits":          {"postgres", longest, longest, longest, nil},
		"name":               {"postgres", tooLong, "A", "S", []string{difference.CodeNameTooLong}},
		"column":             {"postgres", "T", tooLong, "S", []string{difference.CodeNameTooLong}},
		"schema":             {"postgres", "T", "A", tooLong, []string{difference.CodeNameTooLong}},
		"an engine that can": {"duckdb", tooLong, tooLong, tooLong, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := project()
			f.node(tt.node, "Stage", tt.column+" INTEGER")
			r := difference.Compare(difference.Input{Desired: f.compile(compiler.Options{
				Platform: tt.platform, DefaultDatabase: "main", Mappings: map[string]transform.Mapping{"OUT": {Schema: tt.schema}},
			})})
			if diff := cmp.Diff(tt.want, stops(r)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
