package snapshot

import (
	"container/list"
	"context"
	"errors"
	"sync"

	"github.com/millrace/millrace/internal/compiler"
)

// compileCache caches the most recently used compilations, up to a number of nodes.
type compileCache struct {
	maxNodes int

	mu      sync.Mutex
	entries map[string]*list.Element
	recent  *list.List // of *entry, the last used first
	nodes   int
}

// entry is a compilation, finished or in progress.
type entry struct {
	key   string
	ready chan struct{} // closed when the following fields are set
	value *compiler.Compilation
	err   error
	nodes int // size in the cache; 0 until it is compiled
}

func newCompileCache(maxNodes int) *compileCache {
	return &compileCache{maxNodes: maxNodes, entries: map[string]*list.Element{}, recent: list.New()}
}

// get returns the cached compilation of a key, or compiles it once for all concurrent callers. Errors are not cached.
func (s *compileCache) get(
	ctx context.Context, key string, produce func(context.Context) (*compiler.Compilation, error),
) (*compiler.Compilation, error) {
	for {
		e, mine := s.find(key)
		if mine {
			s.fill(ctx, e, produce)
			return e.value, e.err
		}
		select {
		case <-e.ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		// The caller that compiled may have been canceled, which must not fail the waiting ones.
		if e.err == nil || ctx.Err() != nil {
			return e.value, e.err
		}
	}
}

// fill compiles an entry. It completes the entry even after a panic, so that no caller waits forever.
func (s *compileCache) fill(ctx context.Context, e *entry, produce func(context.Context) (*compiler.Compilation, error)) {
	e.err = errUnfinished
	defer s.complete(e)
	e.value, e.err = produce(ctx)
}

var errUnfinished = errors.New("the compilation did not finish")

// peek returns the finished compilation of a key, or nil if there is none.
func (s *compileCache) peek(key string) *compiler.Compilation {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.entries[key]
	if !ok {
		return nil
	}
	e := at.Value.(*entry) //nolint:forcetypeassert // nothing else is put into the list
	if e.nodes == 0 {
		return nil
	}
	s.recent.MoveToFront(at)
	return e.value
}

// find returns the entry of a key. If mine is true, the caller must fill it.
func (s *compileCache) find(key string) (e *entry, mine bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at, ok := s.entries[key]; ok {
		s.recent.MoveToFront(at)
		return at.Value.(*entry), false //nolint:forcetypeassert // nothing else is put into the list
	}
	e = &entry{key: key, ready: make(chan struct{})}
	s.entries[key] = s.recent.PushFront(e)
	return e, true
}

// complete keeps a compiled entry or removes a failed one, and evicts the least recently used while there are too many nodes.
func (s *compileCache) complete(e *entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(e.ready)
	if e.err != nil {
		s.drop(s.entries[e.key])
		return
	}
	e.nodes = 1 + len(e.value.Nodes()) // an empty project uses memory too
	s.nodes += e.nodes
	for at := s.recent.Back(); at != nil && s.nodes > s.maxNodes && at.Value != any(e); {
		before := at.Prev()
		if old := at.Value.(*entry); old.nodes > 0 { //nolint:forcetypeassert // as above
			s.nodes -= old.nodes
			s.drop(at)
		}
		at = before
	}
}

func (s *compileCache) drop(at *list.Element) {
	delete(s.entries, s.recent.Remove(at).(*entry).key) //nolint:forcetypeassert // as above
}
