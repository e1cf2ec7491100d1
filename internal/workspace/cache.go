package workspace

import (
	"container/list"
	"sync"

	"github.com/millrace/millrace/internal/ids"
)

// workspaceKey identifies a workspace.
type workspaceKey struct {
	organization ids.Organization
	id           ids.Workspace
}

// workspaceCache caches the most recently used workspaces, up to a number of nodes.
type workspaceCache struct {
	maxNodes int

	mu      sync.Mutex
	entries map[workspaceKey]*list.Element
	recent  *list.List // of *openWorkspace, most recently used first
	nodes   int
}

func newWorkspaceCache(most int) *workspaceCache {
	return &workspaceCache{maxNodes: most, entries: map[workspaceKey]*list.Element{}, recent: list.New()}
}

// get returns the cached workspace, or a new empty one.
func (c *workspaceCache) get(key workspaceKey) *openWorkspace {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.entries[key]; ok {
		c.recent.MoveToFront(at)
		return at.Value.(*openWorkspace) //nolint:forcetypeassert // the list contains nothing else
	}
	fresh := &openWorkspace{key: key, readLock: make(chan struct{}, 1), editLock: make(chan struct{}, 1)}
	c.entries[key] = c.recent.PushFront(fresh)
	return fresh
}

// setSize records the number of nodes of a workspace and evicts the least recently used workspaces while the cache is
// too large. A request that uses an evicted workspace keeps its reference; the next request loads the workspace again.
func (c *workspaceCache) setSize(of *openWorkspace, nodes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, kept := c.entries[of.key]
	if !kept || at.Value != any(of) {
		return
	}
	c.nodes += nodes - of.nodes
	of.nodes = nodes
	for at := c.recent.Back(); at != nil && c.nodes > c.maxNodes && at.Value != any(of); {
		before := at.Prev()
		old := at.Value.(*openWorkspace) //nolint:forcetypeassert // as above
		c.nodes -= old.nodes
		old.nodes = 0
		c.recent.Remove(at)
		delete(c.entries, old.key)
		at = before
	}
}
