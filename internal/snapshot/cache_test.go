package snapshot_test

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/snapshot"
)

// A shelf lets go of what was used longest ago, and never of what was just made.
func TestTheShelfForgetsTheOldest(t *testing.T) {
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
	s := snapshot.NewShelf(8)
	made := map[string]int{}
	get := func(key string) {
		if _, err := s.Get(t.Context(), key, func(context.Context) (*compiler.Compilation, error) {
			made[key]++
			return c, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"a", "b", "a", "c", "a", "b"} { // c puts b out, and b comes back for c
		get(key)
	}
	if made["a"] != 1 || made["b"] != 2 || made["c"] != 1 || s.Nodes() != 8 {
		t.Errorf("made %v, %d nodes are kept", made, s.Nodes())
	}
}
