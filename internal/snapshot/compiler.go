package snapshot

import (
	"context"
	"encoding/json"
	"sync/atomic"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/transform"
)

// Store keeps snapshots.
type Store interface {
	// Put stores the files of a snapshot, unless they are there.
	Put(ctx context.Context, organization ids.Organization, id string, files []byte) error
	Get(ctx context.Context, organization ids.Organization, id string) ([]byte, error)
}

// Compiler compiles what is deployed.
type Compiler struct {
	store Store
	cache *compileCache
	slots chan struct{} // one for each compilation that may go on at once
}

// NewCompiler makes the service.
func NewCompiler(store Store) *Compiler {
	return &Compiler{store: store, cache: newCompileCache(maxNodesKept), slots: make(chan struct{}, maxAtOnce)}
}

// maxAtOnce bounds how much memory compilations take together. Each of them uses all processors.
const maxAtOnce = 2

// maxNodesKept bounds what compiled projects may take: a node takes some tens of kilobytes.
const maxNodesKept = 20_000

// CompileTarget is what a project is compiled for.
type CompileTarget struct {
	Platform        string                       `json:"platform"`
	DefaultDatabase string                       `json:"defaultDatabase"`
	Mappings        map[string]transform.Mapping `json:"mappings"` // by storage location
	Parameters      map[string]any               `json:"parameters"`
}

// Save stores a snapshot.
func (p *Compiler) Save(ctx context.Context, organization ids.Organization, snapshot Snapshot) error {
	return p.store.Put(ctx, organization, snapshot.ID, snapshot.Files)
}

// Compile gives a snapshot compiled for a place. It is compiled once for several who ask at the same time, and kept for
// those who ask later.
func (p *Compiler) Compile(ctx context.Context, organization ids.Organization, snapshot string, place CompileTarget) (*compiler.Compilation, error) {
	key, err := keyOf(organization, snapshot, place)
	if err != nil {
		return nil, err
	}
	return p.cache.get(ctx, key, func(ctx context.Context) (*compiler.Compilation, error) {
		return p.CompileOnce(ctx, organization, snapshot, place)
	})
}

// CompileOnce is Compile for a place that will hardly be asked for again, such as one with the parameters of one run.
func (p *Compiler) CompileOnce(ctx context.Context, organization ids.Organization, snapshot string, place CompileTarget) (*compiler.Compilation, error) {
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
	mappings := place.Mappings
	if mappings == nil {
		mappings = map[string]transform.Mapping{} // the workspace's own mapping is not for environments
	}
	var isMade atomic.Bool // what was compiled outlives who asked for it first
	made := compiler.Compile(folder, compiler.Options{
		Platform: place.Platform, Mappings: mappings, DefaultDatabase: place.DefaultDatabase, Parameters: place.Parameters,
		Interrupt: func() error {
			if isMade.Load() {
				return nil
			}
			return ctx.Err()
		},
	})
	isMade.Store(true)
	return made, ctx.Err()
}

// keyOf tells compilations apart. JSON orders the keys of maps, so equal places have equal keys.
func keyOf(organization ids.Organization, snapshot string, place CompileTarget) (string, error) {
	place.Parameters, _ = typed(place.Parameters).(map[string]any)
	raw, err := json.Marshal(struct {
		Organization ids.Organization `json:"organization"`
		Snapshot     string           `json:"snapshot"`
		Place        CompileTarget    `json:"place"`
	}{organization, snapshot, place})
	return string(raw), err
}

// typed marks the numbers of a value that are not whole by their kind: JSON writes 1.0 as 1, and a template does not.
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
