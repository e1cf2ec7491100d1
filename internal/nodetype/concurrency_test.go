package nodetype_test

import (
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/nodetype"
)

// TestCatalogsAreCreatedConcurrently creates catalogs at the same time, which share the built-in node types.
func TestCatalogsAreCreatedConcurrently(t *testing.T) {
	t.Parallel()
	want := len(builtIn().All())
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := len(nodetype.NewCatalog(nil, "duckdb").All()); got != want {
				t.Errorf("a catalog has %d node types, want %d", got, want)
			}
		})
	}
	all.Wait()
}
