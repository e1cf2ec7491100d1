package snapshot

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
)

// Shelf is the shelf of compilations, for tests.
type Shelf struct{ *compileCache }

// NewShelf makes a shelf for so many nodes.
func NewShelf(most int) Shelf { return Shelf{newCompileCache(most)} }

// Get gives what is kept under a key, or makes it.
func (s Shelf) Get(
	ctx context.Context, key string, produce func(context.Context) (*compiler.Compilation, error),
) (*compiler.Compilation, error) {
	return s.get(ctx, key, produce)
}

// Nodes is how many nodes are kept.
func (s Shelf) Nodes() int { return s.nodes }
