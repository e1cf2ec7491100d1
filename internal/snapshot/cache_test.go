package snapshot_test

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/snapshot"
)

// TestCacheEvictsTheLeastRecentlyUsed also checks that a new entry is never evicted at once.
func TestCacheEvictsTheLeastRecentlyUsed(t *testing.T) {
	t.Parallel()
	c := compiler.Compile(fstest.MapFS{
		"data.yml":            {Data: []byte("fileVersion: 3\nplatformKind: duckdb\n")},
		"nodes/STG-ONE.sql":   {Data: []byte("@id(\"1\")\n@nodeType(\"ViewSQL\")\nSELECT 1 AS A\n")},
		"nodes/STG-TWO.sql":   {Data: []byte("@id(\"2\")\n@nodeType(\"ViewSQL\")\nSELECT 1 AS A\n")},
		"nodes/STG-THREE.sql": {Data: []byte("@id(\"3\")\n@nodeType(\"ViewSQL\")\nSELECT 1 AS A\n")},
	}, compiler.Options{})
	if len(c.Nodes()) != 3 {
		t.Fatalf("%d nodes", len(c.Nodes()))
	}
	s := snapshot.NewCompileCache(8)
	compiled := map[string]int{}
	get := func(key string) {
		if _, err := s.Get(t.Context(), key, func(context.Context) (*compiler.Compilation, error) {
			compiled[key]++
			return c, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"a", "b", "a", "c", "a", "b"} { // c evicts b, then b evicts c
		get(key)
	}
	if compiled["a"] != 1 || compiled["b"] != 2 || compiled["c"] != 1 || s.Nodes() != 8 {
		t.Errorf("compiled %v, %d nodes are cached", compiled, s.Nodes())
	}
}
