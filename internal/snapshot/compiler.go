package snapshot

import (
	"context"
	"encoding/json"
	"sync/atomic"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/transform"
)

// Store stores project snapshots.
type Store interface {
	// Put stores the files of a project snapshot, unless it is stored already.
	Put(ctx context.Context, organization ids.Organization, id string, files []byte) error
	Get(ctx context.Context, organization ids.Organization, id string) ([]byte, error)
}

// Compiler compiles stored project snapshots.
type Compiler struct {
	store Store
	cache *compileCache
	slots chan struct{} // limits concurrent compilations
}

// NewCompiler returns a compiler.
func NewCompiler(store Store) *Compiler {
	return &Compiler{store: store, cache: newCompileCache(maxCachedNodes), slots: make(chan struct{}, maxConcurrent)}
}

// maxConcurrent limits the memory of concurrent compilations. Each of them uses all processors.
const maxConcurrent = 2

// maxCachedNodes limits the memory of cached compilations: a node uses some tens of kilobytes.
const maxCachedNodes = 20_000

// CompileTarget is the dialect, mappings and parameters that a project is compiled for.
type CompileTarget struct {
	Platform        string                       `json:"platform"`
	DefaultDatabase string                       `json:"defaultDatabase"`
	Mappings        map[string]transform.Mapping `json:"mappings"` // by storage location
	Parameters      map[string]any               `json:"parameters"`
}

// Save stores a project snapshot.
func (p *Compiler) Save(ctx context.Context, organization ids.Organization, snapshot Snapshot) error {
	return p.store.Put(ctx, organization, snapshot.ID, snapshot.Files)
}

// Compile returns a project snapshot compiled for a target. It compiles once for concurrent callers and caches the result.
func (p *Compiler) Compile(ctx context.Context, organization ids.Organization, snapshot string, target CompileTarget) (*compiler.Compilation, error) {
	key, err := keyOf(organization, snapshot, target)
	if err != nil {
		return nil, err
	}
	return p.cache.get(ctx, key, func(ctx context.Context) (*compiler.Compilation, error) {
		return p.CompileOnce(ctx, organization, snapshot, target)
	})
}

// CompileOnce compiles without the cache, for a target that is unlikely to be used again, such as one with the parameters of
// one run.
func (p *Compiler) CompileOnce(ctx context.Context, organization ids.Organization, snapshot string, target CompileTarget) (*compiler.Compilation, error) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	folder, err := p.open(ctx, organization, snapshot)
	if err != nil {
		return nil, err
	}
	mappings := target.Mappings
	if mappings == nil {
		mappings = map[string]transform.Mapping{} // nil would mean the mappings of the workspace
	}
	var isDone atomic.Bool // the compilation outlives the context of the caller
	compiled := compiler.Compile(folder, compiler.Options{
		Platform: target.Platform, Mappings: mappings, DefaultDatabase: target.DefaultDatabase, Parameters: target.Parameters,
		Interrupt: func() error {
			if isDone.Load() {
				return nil
			}
			return ctx.Err()
		},
	})
	isDone.Store(true)
	return compiled, ctx.Err()
}

// keyOf returns the cache key of a compilation. JSON sorts the keys of maps, so equal targets have equal keys.
func keyOf(organization ids.Organization, snapshot string, target CompileTarget) (string, error) {
	target.Parameters, _ = typed(target.Parameters).(map[string]any)
	raw, err := json.Marshal(struct {
		Organization ids.Organization `json:"organization"`
		Snapshot     string           `json:"snapshot"`
		Target       CompileTarget    `json:"target"`
	}{organization, snapshot, target})
	return string(raw), err
}

// typed marks the floating-point numbers in a value, because JSON writes 1.0 as 1 and a template does not.
func typed(value any) any {
	switch value := value.(type) {
	case float64:
		return map[string]float64{"float": value}
	case []any:
		list := make([]any, len(value))
		for i := range value {
			list[i] = typed(value[i])
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(value))
		for key := range value {
			object[key] = typed(value[key])
		}
		return object
	default:
		return value
	}
}
