package lineage_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/sqltext"
)

// TestResolverForManyQueries resolves all queries with one Resolver, which uses its memory again. Earlier results stay as they were.
func TestResolverForManyQueries(t *testing.T) {
	t.Parallel()
	var shared lineage.Resolver
	var given, want []lineage.Resolution
	for _, file := range shapeFiles(t) {
		for _, s := range readShapes(t, file) {
			q, err := sqltext.ReadQuery(s.query)
			if err != nil {
				continue
			}
			given, want = append(given, shared.Resolve(q, shop{})), append(want, new(lineage.Resolver).Resolve(q, shop{}))
		}
	}
	if diff := cmp.Diff(want, given); diff != "" {
		t.Error(diff)
	}
}
