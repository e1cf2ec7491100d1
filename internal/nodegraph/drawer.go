package nodegraph

import (
	"container/list"
	"context"
	"sync"

	"github.com/millrace/millrace/internal/graph"
)

const (
	// maxCachedNodes bounds the memory of the cache: a node with its edges takes about a kilobyte.
	maxCachedNodes = 60_000
	// maxLayouts is the number of layouts that are computed at the same time.
	maxLayouts = 2
)

// Drawer draws graphs and caches their layouts by digest. Any number of goroutines may use it.
type Drawer struct {
	slots chan struct{} // contains a value for each layout in progress

	mu      sync.Mutex
	entries map[string]*list.Element
	recent  *list.List // of *cachedLayout, the last used first
	nodes   int
}

type cachedLayout struct {
	digest string
	layout *graph.Layout[string]
}

func (c *cachedLayout) size() int { return 1 + len(c.layout.Nodes) }

// NewDrawer creates a drawer with an empty cache.
func NewDrawer() *Drawer {
	return &Drawer{slots: make(chan struct{}, maxLayouts), entries: map[string]*list.Element{}, recent: list.New()}
}

func (d *Drawer) layout(ctx context.Context, digest string, g *graph.Graph[string]) (*graph.Layout[string], error) {
	if found := d.find(digest); found != nil {
		return found, nil
	}
	select {
	case d.slots <- struct{}{}:
		defer func() { <-d.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if found := d.find(digest); found != nil { // another request drew it meanwhile
		return found, nil
	}
	layout := g.Layout(graph.LayoutOptions[string]{NodeWidth: nodeWidth, NodeHeight: nodeHeight, LayerGap: layerGap, NodeGap: nodeGap})
	d.store(&cachedLayout{digest: digest, layout: &layout})
	return &layout, nil
}

func (d *Drawer) find(digest string) *graph.Layout[string] {
	d.mu.Lock()
	defer d.mu.Unlock()
	at, ok := d.entries[digest]
	if !ok {
		return nil
	}
	d.recent.MoveToFront(at)
	return at.Value.(*cachedLayout).layout //nolint:forcetypeassert // the list contains nothing else
}

// store adds a layout and evicts the least recently used ones while the cache is too large.
func (d *Drawer) store(fresh *cachedLayout) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, ok := d.entries[fresh.digest]; ok {
		return
	}
	d.entries[fresh.digest] = d.recent.PushFront(fresh)
	d.nodes += fresh.size()
	for d.nodes > maxCachedNodes && d.recent.Len() > 1 {
		at := d.recent.Back()
		old := at.Value.(*cachedLayout) //nolint:forcetypeassert // as above
		d.recent.Remove(at)
		delete(d.entries, old.digest)
		d.nodes -= old.size()
	}
}
