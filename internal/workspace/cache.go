package workspace

import (
	"container/list"
	"sync"

	"github.com/millrace/millrace/internal/ids"
)

// sheetKey names a workspace.
type sheetKey struct {
	organization ids.Organization
	id           ids.Workspace
}

// workspaceCache keeps the sheets of workspaces, those used last, up to a number of nodes.
type workspaceCache struct {
	most int

	mu      sync.Mutex
	entries map[sheetKey]*list.Element
	recent  *list.List // of *sheet, the last used first
	nodes   int
}

func newShelf(most int) *workspaceCache {
	return &workspaceCache{most: most, entries: map[sheetKey]*list.Element{}, recent: list.New()}
}

// get gives the sheet of a workspace, an empty one when none is kept.
func (s *workspaceCache) get(key sheetKey) *openWorkspace {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at, ok := s.entries[key]; ok {
		s.recent.MoveToFront(at)
		return at.Value.(*openWorkspace) //nolint:forcetypeassert // nothing else is put into the list
	}
	fresh := &openWorkspace{key: key, turn: make(chan struct{}, 1), editing: make(chan struct{}, 1)}
	s.entries[key] = s.recent.PushFront(fresh)
	return fresh
}

// weigh notes how large a sheet has become, and lets go of those that were used longest ago while there is too much. One
// that is let go of while somebody works on it is only not found by the next one who asks.
func (s *workspaceCache) weigh(of *openWorkspace, nodes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, kept := s.entries[of.key]
	if !kept || at.Value != any(of) {
		return
	}
	s.nodes += nodes - of.weight
	of.weight = nodes
	for at := s.recent.Back(); at != nil && s.nodes > s.most && at.Value != any(of); {
		before := at.Prev()
		old := at.Value.(*openWorkspace) //nolint:forcetypeassert // as above
		s.nodes -= old.weight
		old.weight = 0
		s.recent.Remove(at)
		delete(s.entries, old.key)
		at = before
	}
}
