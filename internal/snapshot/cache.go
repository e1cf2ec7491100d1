package snapshot

import (
	"container/list"
	"context"
	"errors"
	"sync"

	"github.com/millrace/millrace/internal/compiler"
)

// compileCache keeps compilations, those asked for last, up to a number of nodes.
type compileCache struct {
	maxNodes int

	mu      sync.Mutex
	entries map[string]*list.Element
	recent  *list.List // of *entry, the last used first
	nodes   int
}

// entry is a compilation, or the work on it.
type entry struct {
	key   string
	ready chan struct{} // closed when what follows is set
	value *compiler.Compilation
	err   error
	nodes int // counted on the shelf; 0 until it is made
}

func newCompileCache(most int) *compileCache {
	return &compileCache{maxNodes: most, entries: map[string]*list.Element{}, recent: list.New()}
}

// get gives what is kept under a key, or makes it. One caller makes it and the others wait; when making fails, the next
// one who asks tries again.
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
		// The one who made it may have been given up; that is no reason for others to fail.
		if e.err == nil || ctx.Err() != nil {
			return e.value, e.err
		}
	}
}

// fill makes what an entry holds. Whatever happens there, nobody waits for it for ever.
func (s *compileCache) fill(ctx context.Context, e *entry, produce func(context.Context) (*compiler.Compilation, error)) {
	e.err = errUnfinished
	defer s.complete(e)
	e.value, e.err = produce(ctx)
}

var errUnfinished = errors.New("the compilation did not come to its end")

// peek gives what is kept under a key and made already; nil when there is nothing.
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

// find gives the entry of a key; mine when the caller has to fill it.
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

// complete keeps an entry that was made, forgets one that failed, and lets go of the oldest while there are too many nodes.
func (s *compileCache) complete(e *entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(e.ready)
	if e.err != nil {
		s.drop(s.entries[e.key])
		return
	}
	e.nodes = 1 + len(e.value.Nodes()) // an empty project takes room too
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
