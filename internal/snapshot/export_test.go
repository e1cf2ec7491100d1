package snapshot

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
)

// CompileCache is the cache of compilations, for tests.
type CompileCache struct{ *compileCache }

// NewCompileCache returns a cache for a number of nodes.
func NewCompileCache(maxNodes int) CompileCache { return CompileCache{newCompileCache(maxNodes)} }

// Get returns the cached compilation of a key, or compiles it.
func (s CompileCache) Get(
	ctx context.Context, key string, produce func(context.Context) (*compiler.Compilation, error),
) (*compiler.Compilation, error) {
	return s.get(ctx, key, produce)
}

// Nodes returns the number of cached nodes.
func (s CompileCache) Nodes() int { return s.nodes }
